"""Win rates between equal players: a fit to counted pairings of who won against whom."""

from agents.data.compute.skill.model import SAMPLES as SAMPLES
from agents.data.compute.skill.model import Adjusted as Adjusted
from agents.data.compute.skill.model import adjust as adjust
from agents.data.compute.skill.pairings import Pairings as Pairings
