"""The Portuguese is Brazilian and speaks to one person: words and forms that only Portugal uses don't appear in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import klatsch
from klatsch.language import read_catalogue

SOURCE = Path(klatsch.__file__).parent
TEXTS = sorted([*SOURCE.rglob("locale/pt.toml"), *SOURCE.rglob("RULES.pt.md")])

# What Portugal says, and what Brazil says instead.
EUROPEAN = {
    r"ficheiros?": "arquivo",
    r"descarreg\w+": "baixar",
    r"desforras?": "revanche",
    r"Pai Natal": "Papai Noel",
    r"ecrãs?": "tela",
    r"telem[óo]ve(l|is)": "celular",
    r"gravar|gravad[oa]s?": "salvar",
    r"regist(o|os|ado|ada|ar)": "registro",
    r"contactos?": "contato",
    r"fação|fações": "facção",
    r"géneros?": "gênero, tipo",
    r"dezanove|dezasseis|dezassete": "dezenove",
    r"utilizador(es)?": "usuário",
    r"palavra-passe": "senha",
    r"partilh\w+": "dividir, compartilhar",
    r"sítios?": "lugar",
    r"algarismos?": "número, dígito",
    r"demasiad\w+": "demais",
    r"em direto": "ao vivo",
    r"equipas?": "equipe",
    r"trilhos?": "trilha",
    r"rondas?": "rodada",
    r"trocos": "moedas",
    r"apanh\w+": "pegar",
    r"até ao|até à|até aos|até às": "até o, até a",
    r"anul(ar|ado|ada|e)": "desfazer",
    r"em lado nenhum": "em lugar nenhum",
    r"à volta d[aoe]s?": "em volta",
    r"ponteiros do relógio": "sentido horário",
    r"de facto": "de fato",
    r"connosco": "conosco",
    r"(está|estão|estava|estavam|continua) a \w+[aei]r": "está pensando",
    r"à espera": "esperando",
    r"a (pensar|estudar|verificar|ligar|conferir) …": "pensando …",
    r"tu|teu|tua|tens|podes": "você",
    r"vós|vosso|vossa": "vocês",
}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_form_of_portugal(path: Path) -> None:
    text = re.sub(r"^#.*$", "", path.read_text("utf-8"), flags=re.M)  # comments of catalogues are for us
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    found = {form: said for form, said in EUROPEAN.items() if re.search(rf"(?<!\w)(?:{form})(?!\w)", text, re.I)}
    assert not found


def test_the_check_can_fail() -> None:
    sentence = "O bot está a pensar: pode descarregar o ficheiro da desforra."
    assert len([form for form in EUROPEAN if re.search(rf"(?<!\w)(?:{form})(?!\w)", sentence, re.I)]) == 4


def test_draws_are_not_taken_for_data() -> None:
    """*Verificar os dados* reads as a check of data."""
    sentences = read_catalogue(SOURCE / "server", "pt")
    assert sentences["table.fair_dice"] == "Conferir os sorteios"
    assert not [id for id, sentence in sentences.items() if re.search("(verificar|conferir) os dados", sentence, re.I)]


def test_romanian_has_its_own_letters() -> None:
    """Comma below, not cedilla."""
    for path in sorted([*SOURCE.rglob("locale/ro.toml"), *SOURCE.rglob("RULES.ro.md")]):
        assert not re.search("[şţŞŢ]", path.read_text("utf-8")), path
