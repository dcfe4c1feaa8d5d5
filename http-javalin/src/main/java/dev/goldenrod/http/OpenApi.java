package dev.goldenrod.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The description of the surface. */
final class OpenApi {
  private static final String FILE = "openapi.json";

  private OpenApi() {}

  /** An OpenAPI 3.1 document. */
  static String document() {
    try (InputStream file = OpenApi.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("the jar lacks " + FILE);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
