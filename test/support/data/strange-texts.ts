/** Unusual and malicious texts for titles and descriptions. */
export const strangeTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  ']]>]]><entry/><!--',
  '<![CDATA[ x ]]>',
  '&lt;b&gt; &amp;amp; &nbsp; &bogus;',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e "x">]>',
  'BEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR',
  'back\\slash; comma, colon: "quoted" ^caret^',
  'controls \u0001\u0008\u000b\u000c\u001b\u001f\u007f\u0085\u2028\u2029 here',
  'not characters \ufffe\uffff here',
  '\u202edrawkcab\u202c \u200b\u200d',
  '👩‍👩‍👧‍👦🎹'.repeat(5),
  'Ω≈ç√∫˜µ≤≥÷ 部落格 בְּרֵאשִׁית',
  'e\u0301'.repeat(40),
]
