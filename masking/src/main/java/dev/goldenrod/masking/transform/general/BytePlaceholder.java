package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

/**
 * Replaces bytes by the smallest file of the same type, or by the word 'redacted'. Knows PNG, JPEG,
 * GIF, PDF and ZIP by how they begin.
 */
final class BytePlaceholder implements Transformer {
  private static final String PNG =
      "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02"
          + "0000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082";
  private static final String GIF =
      "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b";
  private static final String JPEG =
      "ffd8ffe000104a46494600010100000100010000ffdb004300"
          + "01".repeat(64)
          + "ffc0000b080001000101011100ffc40014000100000000000000000000000000000009"
          + "ffc40014100100000000000000000000000000000000ffda0008010100003f0054ffd9";
  private static final String PDF =
      hex(
          "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
              + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
              + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n"
              + "trailer<</Root 1 0 R>>\n%%EOF\n");
  private static final String ZIP = "504b0506" + "00".repeat(18);

  private static final Map<String, String> BY_BEGINNING =
      Map.of("89504e47", PNG, "47494638", GIF, "ffd8ff", JPEG, "25504446", PDF, "504b0304", ZIP);

  private static final String OTHER = hex(FreeText.REDACTED);

  private BytePlaceholder() {}

  static Transformer create(MaskRequest request) {
    if (!request.column().typeInfo().withoutDomains().baseName().equals("bytea")) {
      throw request.wrongType("bytea");
    }
    return new BytePlaceholder();
  }

  @Override
  public String mask(String value, Row row) {
    return value.equals("\\x") ? value : "\\x" + placeholder(value);
  }

  @Override
  public String maskOversized(OversizedValue value, Row row) {
    return mask(value.head(), row);
  }

  private static String placeholder(String value) {
    return BY_BEGINNING.entrySet().stream()
        .filter(type -> value.startsWith(type.getKey(), 2))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(OTHER);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }
}
