package dev.goldenrod.port;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A difference between masking rules and the schema of a source.
 *
 * @param path what it concerns, for example {@code public.customer.email}; empty for the whole file
 * @param message names the thing and the way out; contains no value of a row
 * @param linesToAdd lines to add to the rules file, indented as they stand below their keys; null
 *     if lines have to be changed or removed
 * @param isError whether an import with these rules fails
 */
public record MaskingFinding(
    String path, String message, @Nullable String linesToAdd, boolean isError) {
  public MaskingFinding {
    Objects.requireNonNull(path);
    Objects.requireNonNull(message);
  }
}
