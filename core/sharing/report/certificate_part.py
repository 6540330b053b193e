"""The report about the sample: how many labels can still be wrong, and what that rests on."""

from dataclasses import dataclass

from core.base.wording import percent
from core.judging.reviewing.certifying.certificate import Certificate

_HOW = (
    "Rows were drawn at random with probabilities that were fixed beforehand and written down, in "
    "part by how likely a label is wrong, and looked at. The bound is on the errors at the start "
    "of the draws less those put right since, and holds at any moment (Waudby-Smith & Ramdas 2023; "
    "Shekhar, Xu, Lipton, Liang & Ramdas 2023), if the decisions are right."
)


@dataclass(frozen=True)
class CertificateTold:
    """What there is to tell of a sample."""

    sentence: str
    about: tuple[str, ...]
    how: str
    rows: tuple[tuple[int, str], ...]
    """Sampled rows looked at, and the bound by them."""


def certificate_told(certificate: Certificate) -> CertificateTold:
    """What a sample says, ready for the page."""
    outlook = certificate.outlook
    some = sorted({len(outlook.looked) * part // 6 for part in range(1, 6)} | {-1})
    places = [place % len(outlook.looked) for place in some]
    about = (certificate.about_sample, certificate.about_checks)
    return CertificateTold(
        certificate.sentence,
        tuple(said for said in about if said),
        _HOW,
        tuple(
            (int(outlook.looked[place]), percent(float(outlook.share[place])))
            for place in sorted(set(places))
            if outlook.looked[place]
        ),
    )
