# The conversation service, or any other command of Balance Desk that needs no window.
FROM python:3.11-slim
RUN useradd --create-home --uid 10001 desk
WORKDIR /opt/balance-desk
COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: \
    -r requirements/run.txt
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY agents agents
COPY assets assets
COPY gui gui
COPY transport transport
RUN pip install --no-cache-dir --no-deps --no-build-isolation .
USER desk
ENTRYPOINT ["balance-desk"]
CMD ["conversations", "serve", "--http=0.0.0.0:8300"]
