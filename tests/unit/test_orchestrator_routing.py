"""The cards of the bundled agents tell whom a question is for."""

import pytest

from agents.orchestrator.routing import Router
from agents.registry import make
from transport.codec import card_from_wire


@pytest.fixture(scope="module")
def router() -> Router:
    return Router({name: card_from_wire(make(name)[0]) for name in ("data", "logs")})


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("how many errors are there?", "logs"),
        ("show me the errors", "logs"),
        ("were there any outages yesterday?", "logs"),
        ("warnings per hour", "logs"),
        ("failed logins", "logs"),
        ("which hosts failed most?", "logs"),
        ("오류가 몇 번 있었어?", "logs"),
        ("에러 알려줘", "logs"),
        ("서버 장애가 있었어?", "logs"),
        ("인증 실패는 몇 번?", "logs"),
        ("¿cuántos errores hay?", "logs"),
        ("¿hubo caídas del servidor?", "logs"),
        ("advertencias por hora", "logs"),
        ("Terran win rate", "data"),
        ("win rate per map", "data"),
        ("which map is most balanced?", "data"),
        ("patch 5.0.12 before and after", "data"),
        ("테란 승률", "data"),
        ("가장 승률이 높은 맵", "data"),
        ("tasa de victorias de Zerg", "data"),
    ],
)
def test_a_question_is_for_one_of_them_alone(router: Router, text: str, agent: str) -> None:
    assert router.route(text).agents == (agent,)
