package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

final class BundledScript {
  private BundledScript() {}

  static String read(String name) {
    try (InputStream script = BundledScript.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(script, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
