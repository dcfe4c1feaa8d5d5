package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.KeyedNumbers;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.words.WordLists;
import java.util.List;

/** Replaces free text: by one word, or by words of a dead language of about the same length. */
final class FreeText implements Transformer {
  static final String REDACTED = "redacted";

  private static final String METHOD = "method";
  private static final String REDACT = "redact";
  private static final String GENERATE = "generate";
  private static final int LONGEST = 4096;

  private final KeyedHash hash;
  private final TextColumn column;
  private final List<String> words;

  private FreeText(KeyedHash hash, TextColumn column, List<String> words) {
    this.hash = hash;
    this.column = column;
    this.words = words;
  }

  static Transformer create(MaskRequest request) {
    TextColumn column = TextColumn.of(request);
    if (request.options().word(METHOD, List.of(REDACT, GENERATE)).equals(GENERATE)) {
      List<String> words = WordLists.of(request.options()).words();
      return new FreeText(request.hash("text"), column, words);
    }
    String redacted = column.fit(REDACTED);
    return (value, row) -> value.isEmpty() ? value : redacted;
  }

  @Override
  public String mask(String value, Row row) {
    int length = Math.min(value.length(), LONGEST);
    KeyedNumbers numbers = hash.numbers(column.canonical(value));
    StringBuilder text = new StringBuilder(length + 16);
    while (text.length() < length) {
      text.append(text.isEmpty() ? "" : " ").append(numbers.pick(words));
    }
    text.setLength(length);
    if (length > 0) {
      text.setCharAt(0, Character.toUpperCase(text.charAt(0)));
    }
    return column.fit(text.toString().stripTrailing());
  }
}
