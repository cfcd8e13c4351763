"""What letters and figures are called in Korean: KT is 케이티, T1 is 티원, G2 is 지투."""

_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789"
_NAMES = """
에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 더블유
엑스 와이 제트 제로 원 투 쓰리 포 파이브 식스 세븐 에잇 나인
"""
CALLED = dict(zip(_SIGNS, _NAMES.split(), strict=True))
