# Servers of Balance Desk: the conversation service, served agents, gateways. Without Qt.
# Which bytes it stands on, and how to take newer ones: docs/operations-deployment.md.
ARG PYTHON_IMAGE=python:3.11.15-slim@sha256:90744cff8f32887f075c47d747a173ff333e9e98801667af93c357fa9f5e28ff
FROM ${PYTHON_IMAGE}
# The profile is the home: one folder that is written to, with settings.toml in it.
ENV XDG_DATA_HOME=/var/lib
RUN useradd --create-home --home-dir /var/lib/balance-desk --uid 10001 desk
WORKDIR /opt/balance-desk
COPY requirements/run.txt requirements/run.txt
# The window's packages are left out, each with its hashes.
RUN awk '/^[^ #]/ { window = /^(pyside6|shiboken6|qasync)/ } !window' requirements/run.txt \
    > requirements/server.txt \
    && pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: \
    -r requirements/server.txt
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY agents agents
COPY assets assets
COPY transport transport
RUN pip install --no-cache-dir --no-deps --no-build-isolation .
USER 10001
ENTRYPOINT ["balance-desk"]
CMD ["conversations", "serve", "--http=0.0.0.0:8300"]
