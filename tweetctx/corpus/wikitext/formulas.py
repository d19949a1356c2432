r"""Simple formulas in TeX as a line of text: `x_i \le \frac{1}{2}` becomes "x_i ≤ 1/2"."""

from __future__ import annotations

import re

from tweetctx.corpus.wikitext.inline import finish
from tweetctx.corpus.wikitext.marks import take_links

MAX_CHARS = 300  # longer ones stand for themselves and say little as a line

_NAMED = """
    alpha=α beta=β gamma=γ delta=δ epsilon=ε varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ lambda=λ mu=μ
    nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ upsilon=υ phi=φ varphi=φ chi=χ psi=ψ omega=ω Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ
    Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω times=× cdot=· div=÷ pm=± mp=∓ le=≤ leq=≤ ge=≥ geq=≥ ne=≠ neq=≠
    approx=≈ equiv=≡ sim=~ propto=∝ infty=∞ to=→ rightarrow=→ leftarrow=← Rightarrow=⇒ Leftrightarrow=⇔ mapsto=↦ in=∈
    notin=∉ subset=⊂ subseteq=⊆ cup=∪ cap=∩ emptyset=∅ forall=∀ exists=∃ land=∧ lor=∨ neg=¬ partial=∂ nabla=∇ sum=∑
    prod=∏ int=∫ sqrt=√ circ=∘ degree=° ldots=… cdots=… dots=… hbar=ħ ell=ℓ langle=⟨ rangle=⟩ mid=| prime=′ star=⋆
    oplus=⊕ otimes=⊗ perp=⊥ angle=∠ quad= qquad= sin=sin cos=cos tan=tan log=log ln=ln exp=exp lim=lim max=max
    min=min det=det gcd=gcd mod=mod arg=arg dim=dim
"""
_SYMBOLS = {name: symbol for name, _, symbol in (pair.partition("=") for pair in _NAMED.split())}
_DROPPED = re.compile(r"\\(?:left|right|bigg?|Bigg?|displaystyle|textstyle|scriptstyle|limits|nolimits)(?![A-Za-z])\.?")
_WRAPPER = re.compile(
    r"\\(?:text|mathrm|mathbf|mathit|mathbb|mathcal|mathfrak|mathsf|boldsymbol|operatorname|textrm|textbf|mbox|hbox|rm"
    r"|bf|it|ce)(?![A-Za-z])\*?"
)
# Marks above or below one letter, which is another quantity without them.
_ACCENTS = {
    "bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "vec": "\u20d7",
    "dot": "\u0307", "ddot": "\u0308", "underline": "\u0332",
}  # fmt: skip
_ACCENTED = re.compile(rf"\\({'|'.join(_ACCENTS)})(?![A-Za-z])\s*(?:\{{\s*([A-Za-z])\s*\}}|([A-Za-z]))")
_FRACTION = re.compile(r"\\[dt]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))")
_GROUP = re.compile(r"(\^|_|√)\s*\{([^{}]*)\}")
_BRACES = re.compile(r"\{([^{}]*)\}")
_ONE = re.compile(r"\s*[-+−]?(?:[0-9]+(?:[.,][0-9]+)*|[^\W\d][\u0300-\u0338\u20d7]?|\([^()]*\)|[′*∘]+)\s*")
_DEGREES = re.compile(r"\^\s*∘")
_SPACE = re.compile(r"\\[,;:! ]|\\\\|&")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_ESCAPED = re.compile(r"\\([{}%$#&_|])")
_TAG = re.compile("<[^<>]*>")
_PLAIN_PART = re.compile(r"[\w.]*|\d[\d.,]*|\([^()]*\)")


def read_formula(tex: str) -> str:
    """Returns a formula as a line of text; empty if that is not possible."""
    if len(tex) > MAX_CHARS or "</" in tex:
        return ""
    tex = tex.replace("~", " ")
    if "\\" in tex:
        tex = _ACCENTED.sub(lambda match: (match[2] or match[3]) + _ACCENTS[match[1]], tex)
        tex = _WRAPPER.sub("", _DROPPED.sub("", tex))
        tex = _FRACTION.sub(_fraction, tex)
        tex = _COMMAND.sub(lambda match: _SYMBOLS.get(match[1], match[0]), _SPACE.sub(" ", tex))
    escaped = _ESCAPED.sub(lambda match: f"&#{ord(match[1])};", tex)
    if "\\" in escaped or "√[" in escaped:
        return ""
    while (grouped := _GROUP.sub(_group, escaped)) != escaped or (grouped := _BRACES.sub(r"\1", escaped)) != escaped:
        escaped = grouped
    escaped = _DEGREES.sub("°", escaped)
    line = " ".join(escaped.replace("{", "").replace("}", "").split())
    return line.replace("|", "&#124;").replace("=", "&#61;").replace("'", "&#39;").replace("[", "&#91;")


def operand(text: str) -> str:
    """What is above or below the bar of a fraction: in brackets, if it is more than one number or word."""
    return text if _PLAIN_PART.fullmatch(_visible(text)) else f"({text})"


def root(text: str) -> str:
    """The square root of what stands under the sign: in brackets, if that is more than one number or letter."""
    return f"√{text}" if _ONE.fullmatch(_visible(text)) else f"√({text})"


def _visible(text: str) -> str:
    """A text with markup, or with the marks of the readers, as it will be in the end."""
    return finish(take_links(_TAG.sub("", text))[0])


def _group(match: re.Match[str]) -> str:
    """What is raised, lowered or under a root: in brackets, if it is more than one number or letter."""
    sign, inside = match.groups()
    return sign + (inside.strip() if _ONE.fullmatch(inside) else f"({inside})")


def _fraction(match: re.Match[str]) -> str:
    operands = (match[1] or match[2] or "", match[3] or match[4] or "")
    gap = " " if match.string[: match.start()].rstrip()[-1:].isdigit() else ""
    return gap + "/".join(map(operand, operands))
