package dev.goldenrod.source;

import java.util.List;

/**
 * What a data plane found when it connected to a source, as an import does first.
 *
 * @param version of PostgreSQL, such as {@code 15.13}
 * @param sizeBytes of the database
 * @param tables number of tables with their own data
 * @param warnings what an import would leave out, and weaknesses of the login
 */
public record SourceCheck(String version, long sizeBytes, long tables, List<String> warnings) {
  public SourceCheck {
    warnings = List.copyOf(warnings);
  }
}
