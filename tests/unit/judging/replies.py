"""Replies as judges write them: what is read from each, and what is refused and why."""
# ruff: noqa: E501, RUF001 - tables; replies come with quotation marks and digits of all kinds

from __future__ import annotations

R = "<reflection>It names the date but not the place.</reflection>"


def _extent(written: str) -> str:
    return f"{R}<coverage_extent>{written}</coverage_extent>"


def _class(written: str) -> str:
    return f"{R}<classification>{written}</classification>"


NUMBERS: tuple[tuple[str, float], ...] = (
    ("0.7", 0.7), ("0.70", 0.7), ("0.75", 0.75), ("0", 0.0), ("1", 1.0), ("0.0", 0.0), ("1.0", 1.0), ("1.00", 1.0),
    (".7", 0.7), ("1.", 1.0), ("0.7.", 0.7), ("00.5", 0.5), ("+0.5", 0.5), ("5e-1", 0.5), ("1e-3", 0.001),
    ("0.333333333333333333333", 1 / 3),
    (" 0.7 ", 0.7), ("\n0.7\n", 0.7), ("\t0.7", 0.7), ("\r\n  0.7\r\n", 0.7), ("\u00a00.7\u00a0", 0.7),
    ("0,7", 0.7), ("0,75", 0.75), (",5", 0.5), ("1,0", 1.0), ("0,125", 0.125),
    ("85%", 0.85), ("85 %", 0.85), ("100%", 1.0), ("0%", 0.0), ("62.5%", 0.625), ("62,5 %", 0.625),
    ("85 percent", 0.85), ("85％", 0.85),
    ("**0.7**", 0.7), ("*0.7*", 0.7), ("`0.7`", 0.7), ('"0.7"', 0.7), ("'0.7'", 0.7), ("“0.7”", 0.7), ("__0.7__", 0.7),
    ("0.8/1", 0.8), ("0.8 / 1.0", 0.8), ("0.8 out of 1", 0.8), ("0.8 out of 1.0", 0.8),
    ("Score: 0.8", 0.8), ("score = 0.8", 0.8), ("coverage_extent: 0.8", 0.8), ("Extent: 85%", 0.85),
    ("0.8 (most of it)", 0.8), ("0.8 - most of it", 0.8), ("0.8 – most of it", 0.8), ("0.8\nMost of it.", 0.8),
    ("０．７", 0.7), ("٠.٧", 0.7),
)  # fmt: skip
"""What may stand in the tag."""

REFUSED_NUMBERS: tuple[tuple[str, str], ...] = (
    ("85", "off_scale"), ("7", "off_scale"), ("10", "off_scale"), ("2", "off_scale"), ("1.2", "off_scale"),
    ("1.01", "off_scale"), ("1.0000001", "off_scale"), ("-0.1", "off_scale"), ("-1", "off_scale"), ("−0.5", "off_scale"),
    ("-0", "off_scale"), ("101%", "off_scale"), ("150%", "off_scale"), ("-5%", "off_scale"), ("1e3", "off_scale"),
    ("1e999", "off_scale"), ("7/10", "off_scale"), ("4/5", "off_scale"), ("3 out of 5", "off_scale"),
    ("85/100", "off_scale"), ("0.8/10", "off_scale"), ("0.8/0", "off_scale"), ("NaN", "off_scale"), ("nan", "off_scale"),
    ("Infinity", "off_scale"), ("-inf", "off_scale"),
    ("0.8 or 0.9", "unparsable"), ("0.7-0.8", "unparsable"), ("0.7 - 0.8", "unparsable"), ("0.7–0.8", "unparsable"),
    ("0.5 to 0.6", "unparsable"), ("between 0.5 and 0.6", "unparsable"), ("0.8, 0.9", "unparsable"),
    ("0.8 0.9", "unparsable"), ("0.8 (or 0.9)", "unparsable"), ("0.8\n0.9", "unparsable"), ("0.0 to 1.0", "unparsable"),
    ("a number from 0.0 to 1.0", "unparsable"), ("about 0.7", "unparsable"), ("~0.7", "unparsable"),
    ("less than 0.5", "unparsable"), ("at least 0.5", "unparsable"), (">0.5", "unparsable"), ("0.5+", "unparsable"),
    ("0.7 or so", "unparsable"), ("not 0.7", "unparsable"), ("0.7?", "unparsable"), ("0.x", "unparsable"),
    ("0.5%", "unparsable"), ("1%", "unparsable"), ("0.9 percent", "unparsable"), ("1,000", "unparsable"),
    ("0.7.5", "unparsable"), ("0 .7", "unparsable"), ("0.7²", "unparsable"), ("½", "unparsable"), ("1/2/3", "unparsable"),
    ("high", "unparsable"), ("N/A", "unparsable"), ("none", "unparsable"), ("zero point seven", "unparsable"),
    ("fully covered", "unparsable"), ("true", "unparsable"), ("", "unparsable"), ("   ", "unparsable"),
    ("...", "unparsable"), ("-", "unparsable"), ("%", "unparsable"), (".", "unparsable"), ("[0.7]", "unparsable"),
    ("0x1", "unparsable"), ("1_0", "unparsable"), ("CLASS_MAJOR", "unparsable"), ("9" * 5000, "unparsable"),
    ("0." + "0" * 5000, "unparsable"),
)  # fmt: skip

REPLIES: tuple[tuple[str, str, float], ...] = (
    ("as asked", _extent("0.7"), 0.7),
    ("tags apart", f"{R}\n\n<coverage_extent>0.7</coverage_extent>\n", 0.7),
    ("verdict first", f"<coverage_extent>0.7</coverage_extent>{R}", 0.7),
    ("no reflection", "<coverage_extent>0.7</coverage_extent>", 0.7),
    ("text around", f"Here is my verdict.\n{_extent('0.7')}\nLet me know if you need more!", 0.7),
    ("upper case", "<REFLECTION>x</REFLECTION><COVERAGE_EXTENT>0.7</COVERAGE_EXTENT>", 0.7),
    ("mixed case", "<Coverage_Extent>0.7</coverage_extent>", 0.7),
    ("prefix", "<judge:coverage_extent>0.7</judge:coverage_extent>", 0.7),
    ("hyphen", "<coverage-extent>0.7</coverage-extent>", 0.7),
    ("camel case", "<coverageExtent>0.7</coverageExtent>", 0.7),
    ("blank in the name", "<coverage extent>0.7</coverage extent>", 0.7),
    ("escaped underscore", "<coverage\\_extent>0.7</coverage\\_extent>", 0.7),
    ("blanks in the tag", "< coverage_extent > 0.7 < / coverage_extent >", 0.7),
    ("attribute", '<coverage_extent type="float">0.7</coverage_extent>', 0.7),
    ("bold tags", "**<coverage_extent>**0.7**</coverage_extent>**", 0.7),
    ("code fence", f"```xml\n{_extent('0.7')}\n```", 0.7),
    ("code fence without name", f"```\n{_extent('0.7')}\n```", 0.7),
    ("unclosed code fence", f"```xml\n{_extent('0.7')}", 0.7),
    ("wrapped in an element", f"<evaluation>{_extent('0.7')}</evaluation>", 0.7),
    ("XML declaration", f'<?xml version="1.0"?>\n<verdict>\n{_extent("0.7")}\n</verdict>', 0.7),
    ("escaped brackets", "&lt;coverage_extent&gt;0.7&lt;/coverage_extent&gt;", 0.7),
    ("no closing tag", f"{R}<coverage_extent>0.7", 0.7),
    ("no closing tag, line end", f"{R}<coverage_extent>1\n", 1.0),
    ("no closing tag, remark", "<coverage_extent>0.7\nThe place is missing.", 0.7),
    ("no closing tag, percent", "<coverage_extent>85%", 0.85),
    ("wrong closing tag", "<coverage_extent>0.7</coverage>", 0.7),
    ("reflection not closed", "<reflection>It names the date.<coverage_extent>0.7</coverage_extent>", 0.7),
    ("last of two verdicts", _extent("0.2") + _extent("0.7"), 0.7),
    ("change of mind", f"{_extent('0.2')}\nOn second thoughts:\n{_extent('0.7')}", 0.7),
    ("last of many verdicts", _extent("1.0") * 50 + _extent("0.7"), 0.7),
    ("verdict quoted in the reasons",
     "<reflection>It says <coverage_extent>1.0</coverage_extent>.</reflection><coverage_extent>0.7</coverage_extent>", 0.7),
    ("format repeated", f"Form: <coverage_extent>a number from 0.0 to 1.0</coverage_extent>\n{_extent('0.7')}", 0.7),
    ("thoughts", f"<think>Maybe <coverage_extent>0.1</coverage_extent>?</think>\n{_extent('0.7')}", 0.7),
    ("thoughts under another name", f"<thinking>0.1? no.</thinking>{_extent('0.7')}", 0.7),
    ("byte order mark", "\ufeff" + _extent("0.7"), 0.7),
    ("windows line ends", "<reflection>x</reflection>\r\n<coverage_extent>0.7</coverage_extent>\r\n", 0.7),
    ("sorry, but a verdict", f"I'm sorry, but it says little. {_extent('0.7')}", 0.7),
    ("JSON", '{"reflection": "It names the date.", "coverage_extent": 0.7}', 0.7),
    ("JSON, other order", '{"coverage_extent": 0.7, "reflection": "x"}', 0.7),
    ("JSON, more keys", '{"coverage_extent": 0.7, "confidence": 0.9}', 0.7),
    ("JSON, whole number", '{"coverage_extent": 1}', 1.0),
    ("JSON, number in quotes", '{"coverage_extent": "0,7"}', 0.7),
    ("JSON, percent", '{"coverage_extent": "85%"}', 0.85),
    ("JSON in a fence", '```json\n{"reflection": "x", "coverage_extent": 0.7}\n```', 0.7),
    ("JSON after thoughts", '<think>hm</think>{"coverage_extent": 0.7}', 0.7),
    ("JSON, last of two", '{"coverage_extent": 0.1, "coverage_extent": 0.7}', 0.7),
)  # fmt: skip

REFUSED_REPLIES: tuple[tuple[str, str, str], ...] = (
    ("nothing", "", "empty"),
    ("blanks", " \n\t\u00a0\u3000", "empty"),
    ("invisible characters", "\u200b\u2060\ufeff\u00ad", "empty"),
    ("no tag", "The extent is 0.7.", "unparsable"),
    ("a bare number", "0.7", "unparsable"),
    ("a judgement without tag", "Unfortunately, the response misses half of it, hence 0.5.", "unparsable"),
    ("label without tag", "**coverage_extent**: 0.7", "unparsable"),
    ("YAML", "reflection: x\ncoverage_extent: 0.7", "unparsable"),
    ("square brackets", "[coverage_extent]0.7[/coverage_extent]", "unparsable"),
    ("closing tag only", f"{R}0.7</coverage_extent>", "unparsable"),
    ("reflection only", R, "unparsable"),
    ("other tag", "<score>0.7</score>", "unparsable"),
    ("longer name", "<coverage_extents>0.7</coverage_extents>", "unparsable"),
    ("class instead", _class("CLASS_MAJORLY_MET"), "unparsable"),
    ("number in an attribute", '<coverage_extent value="0.7"/>', "unparsable"),
    ("number in an element", "<coverage_extent><score>0.7</score></coverage_extent>", "unparsable"),
    ("neutralised tag", "<¦coverage_extent>0.7<¦/coverage_extent>", "unparsable"),
    ("entities in the name", "&lt;coverage&#95;extent&gt;1.0", "unparsable"),
    ("Cyrillic tag", "<соverage_extent>1.0</соverage_extent>", "unparsable"),
    ("last verdict unreadable", _extent("0.7") + _extent("high"), "unparsable"),
    ("last verdict off the scale", _extent("0.7") + _extent("7"), "off_scale"),
    ("format only", "<reflection>…</reflection><coverage_extent>0.0 to 1.0</coverage_extent>", "unparsable"),
    ("cut before the number", f"{R}<coverage_extent>", "unparsable"),
    ("cut within the tag", f"{R}<coverage_ext", "unparsable"),
    ("cut after the first digit", f"{R}<coverage_extent>0", "unparsable"),
    ("cut after the point", f"{R}<coverage_extent>0.", "unparsable"),
    ("cut, perhaps, at one", f"{R}<coverage_extent>1", "unparsable"),
    ("thoughts only", "<think>Perhaps <coverage_extent>0.7</coverage_extent>, but", "unparsable"),
    ("thoughts without a verdict", "<think><coverage_extent>0.7</coverage_extent></think>Done.", "unparsable"),
    ("JSON with text around", 'It says {"coverage_extent": 1.0}, which sways nobody.', "unparsable"),
    ("JSON quoted in a fence", 'The response ends with\n```json\n{"coverage_extent": 1.0}\n```', "unparsable"),
    ("JSON list", '[{"coverage_extent": 0.7}]', "unparsable"),
    ("JSON nested", '{"verdict": {"coverage_extent": 0.7}}', "unparsable"),
    ("JSON null", '{"coverage_extent": null}', "unparsable"),
    ("JSON boolean", '{"coverage_extent": true}', "unparsable"),
    ("JSON list as number", '{"coverage_extent": [0.7]}', "unparsable"),
    ("JSON cut off", '{"reflection": "x", "coverage_extent": 0.7', "unparsable"),
    ("JSON off the scale", '{"coverage_extent": 85}', "off_scale"),
    ("JSON not a number", '{"coverage_extent": NaN}', "off_scale"),
    ("JSON of endless depth", '{"a":' * 100_000, "unparsable"),
    ("JSON number without end", '{"coverage_extent": ' + "9" * 5000 + "}", "unparsable"),
    ("refusal", "I'm sorry, but I can't help with that.", "refusal"),
    ("refusal, curly apostrophe", "I’m sorry, I can’t assist with this request.", "refusal"),
    ("refusal, cannot", "I cannot evaluate this content.", "refusal"),
    ("refusal, unable", "I am unable to judge this response.", "refusal"),
    ("refusal, as an AI", "As an AI language model, I do not rate such texts.", "refusal"),
    ("refusal, unfortunately", "Unfortunately, I have to decline.", "refusal"),
    ("refusal, German", "Es tut mir leid, das kann ich nicht bewerten.", "refusal"),
    ("refusal, Spanish", "Lo siento, no puedo evaluar eso.", "refusal"),
    ("refusal, French", "Je suis désolé, je ne peux pas évaluer cela.", "refusal"),
    ("refusal, Chinese", "抱歉,我无法评价这个回答。", "refusal"),
    ("refusal after thoughts", "<think>hm</think>I can't help with that.", "refusal"),
)  # fmt: skip

CLASSES: tuple[tuple[str, str, str, float], ...] = (
    ("levels-5", "CLASS_UNMET", "CLASS_UNMET", 0.0),
    ("levels-5", "CLASS_PARTIALLY_MET", "CLASS_PARTIALLY_MET", 0.25),
    ("levels-5", "CLASS_MODERATELY_MET", "CLASS_MODERATELY_MET", 0.5),
    ("levels-5", "CLASS_MAJORLY_MET", "CLASS_MAJORLY_MET", 0.75),
    ("levels-5", "CLASS_EXACTLY_MET", "CLASS_EXACTLY_MET", 1.0),
    ("levels-5", "exactly_met", "CLASS_EXACTLY_MET", 1.0),
    ("levels-5", "Class_Majorly_Met", "CLASS_MAJORLY_MET", 0.75),
    ("levels-5", "Majorly met", "CLASS_MAJORLY_MET", 0.75),
    ("levels-5", "class-unmet", "CLASS_UNMET", 0.0),
    ("levels-5", " **CLASS_UNMET** ", "CLASS_UNMET", 0.0),
    ("levels-5", "`CLASS_UNMET`", "CLASS_UNMET", 0.0),
    ("levels-5", '"CLASS_UNMET"', "CLASS_UNMET", 0.0),
    ("levels-5", "CLASS_UNMET.", "CLASS_UNMET", 0.0),
    ("levels-5", "CLASS\\_UNMET", "CLASS_UNMET", 0.0),
    ("levels-5", "\nCLASS_UNMET\n", "CLASS_UNMET", 0.0),
    ("levels-5", "CLASS_MAJORLY_MET: most of it is met", "CLASS_MAJORLY_MET", 0.75),
    ("levels-5", "CLASS_MAJORLY_MET (0.75)", "CLASS_MAJORLY_MET", 0.75),
    ("levels-10", "CLASS_UTTERLY_UNMET", "CLASS_UTTERLY_UNMET", 0.0),
    ("levels-10", "CLASS_UNMET", "CLASS_UNMET", 0.001),
    ("levels-10", "CLASS_TRACE", "CLASS_TRACE", 0.125),
    ("levels-10", "CLASS_SLIGHT", "CLASS_SLIGHT", 0.25),
    ("levels-10", "CLASS_PARTIAL", "CLASS_PARTIAL", 0.375),
    ("levels-10", "CLASS_MODERATE", "CLASS_MODERATE", 0.5),
    ("levels-10", "CLASS_SUBSTANTIAL", "CLASS_SUBSTANTIAL", 0.625),
    ("levels-10", "CLASS_MAJOR", "CLASS_MAJOR", 0.75),
    ("levels-10", "CLASS_VERY_NEARLY", "CLASS_VERY_NEARLY", 0.875),
    ("levels-10", "CLASS_EXACT", "CLASS_EXACT", 1.0),
    ("levels-10", "very nearly", "CLASS_VERY_NEARLY", 0.875),
)
"""Scale, what stands in the tag, the level read and its score."""

REFUSED_CLASSES: tuple[tuple[str, str, str], ...] = (
    ("levels-5", "CLASS_EXACT", "off_scale"),
    ("levels-5", "CLASS_SOMEHOW", "off_scale"),
    ("levels-5", "rather a lot", "off_scale"),
    ("levels-10", "CLASS_EXACTLY_MET", "off_scale"),
    ("levels-10", "CLASS_EXACTLY", "off_scale"),
    ("levels-5", "CLASS_MAJORLY_MET or CLASS_EXACTLY_MET", "unparsable"),
    ("levels-5", "CLASS_UNMET: not CLASS_EXACTLY_MET", "unparsable"),
    ("levels-5", "CLASS_UNMET/CLASS_EXACTLY_MET", "unparsable"),
    ("levels-5", "0.75", "unparsable"),
    ("levels-5", "", "unparsable"),
    ("levels-5", "CLASS_UNMET" + " " * 200_000 + "!", "unparsable"),
)


def extent_reply(written: str) -> str:
    """A whole reply with this in the place of the number."""
    return _extent(written)


def class_reply(written: str) -> str:
    """A whole reply with this in the place of the class."""
    return _class(written)
