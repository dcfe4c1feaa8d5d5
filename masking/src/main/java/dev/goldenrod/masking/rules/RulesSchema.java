package dev.goldenrod.masking.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The JSON Schema of rules files, for editors and for checks without Goldenrod. */
public final class RulesSchema {
  private static final String RESOURCE = "masking.schema.json";

  private RulesSchema() {}

  /** Returns the text of the schema. */
  public static String text() {
    try (InputStream resource =
        Objects.requireNonNull(RulesSchema.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read from the class path", e);
    }
  }
}
