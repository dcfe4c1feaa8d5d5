package dev.goldenrod.masking.detect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Texts of this package and their normal form. */
final class Words {
  private Words() {}

  /** Returns the lines of a resource of this package, without comments and blank lines. */
  static List<String> lines(String resource) {
    try (InputStream text =
        Objects.requireNonNull(Words.class.getResourceAsStream(resource), resource)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read from the class path", e);
    }
  }

  /** Returns the text in lower case and without accents. */
  static String plain(String text) {
    String expanded = text.replace("ß", "ss").replace("ł", "l").replace("Ł", "L").replace("ø", "o");
    return Normalizer.normalize(expanded, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the words of a name, plain and separated by one space: {@code birth date} for {@code
   * BirthDate}, {@code birth_date} and {@code birth-date}.
   */
  static String ofName(String name) {
    String separated =
        name.replaceAll("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})", " ")
            .replaceAll("(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})", " ")
            .replaceAll("[^\\p{L}\\p{N}]+", " ");
    return plain(separated).strip();
  }
}
