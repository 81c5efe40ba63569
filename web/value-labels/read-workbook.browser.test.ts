import { expect, test } from 'vitest';

import { readWorkbook } from './read-workbook.ts';

/** A workbook with shared and inline strings, a formatted string, a number and a missing cell. */
const workbook = [
  'UEsDBBQAAAAIACk4cl19j8M5SgAAAE0AAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbLMJqSxILVaoyM3JK7ZVyigpKbDS1y9OzkjN',
  'TSzWyy9IzQPKpOUX5SaWALlF6foFicnZiemp+kYGBmb6yfl5Jal5JbolIDOU9O0AUEsDBBQAAAAIACk4cl2TP/uDdAAAAJ0AAAAU',
  'AAAAeGwvc2hhcmVkU3RyaW5ncy54bWxNjr0NwkAMhVdBGQBHFBTIuMgmhhguUnw52S6YgH3YijFyp4CgeMX3fqSH7rF76Jz93KWI',
  'cgLwaxJl3y9Fck1uiylHRbuDFxMePYmEznDo+yMoT7kj9Ikw6CKcEYIQGjdZswfZTPvwt2R/xaD36/nbQv1FK1BLAwQUAAAACAAp',
  'OHJdaCfQMqwAAAArAQAAGAAAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbF2Q2w3CMAxFV6kyAG7zARJyI/HYgAmiEmhE81Bitfyz',
  'FAMxCGmEQuHP1+f6WjZOLtxirxRVdzPY2LKeyG8BYtcrI+PKeWUTubhgJCUZrhB9UPKch8wAvK7XYKS2TGDuHSVJgcFNVWhZk7rd',
  'XOwaVlHLYtKjqBFGgdB92H7Jml92WDJeGKT8soSXJTzbNn8RPEdoO2irThSSR0eBJF7PBwIl5yy/qbA4A8p/xBtQSwECFAMUAAAA',
  'CAApOHJdfY/DOUoAAABNAAAAEwAAAAAAAAAAAAAAgAEAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLAQIUAxQAAAAIACk4cl2TP/uD',
  'dAAAAJ0AAAAUAAAAAAAAAAAAAACAAXsAAAB4bC9zaGFyZWRTdHJpbmdzLnhtbFBLAQIUAxQAAAAIACk4cl1oJ9AyrAAAACsBAAAY',
  'AAAAAAAAAAAAAACAASEBAAB4bC93b3Jrc2hlZXRzL3NoZWV0MS54bWxQSwUGAAAAAAMAAwDJAAAAAwIAAAAA',
].join('');

test('the first sheet of a workbook is read as text, and other files are rejected', async () => {
  const bytes = Uint8Array.from(atob(workbook), (character) => character.charCodeAt(0));
  expect(await readWorkbook(new Blob([bytes]))).toEqual([
    ['bean', 'Bean', '豆'],
    ['7', '', '七'],
  ]);
  await expect(readWorkbook(new Blob(['value,English']))).rejects.toThrow();
});
