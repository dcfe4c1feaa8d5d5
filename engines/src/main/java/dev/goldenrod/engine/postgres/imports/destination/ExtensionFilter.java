package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Extension;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which extensions are created. The others are missing here or access the server's files. */
record ExtensionFilter(List<Extension> kept, List<Extension> leftOut) {
  /** These check access when an object is defined, not when it is used. */
  private static final Set<String> REACH_FILES = Set.of("adminpack", "file_fdw");

  /** Compares with the extensions that the server has, and warns of each that is left out. */
  static ExtensionFilter of(Connection connection, SourceMetadata metadata, StepReport report)
      throws SQLException {
    List<String> available =
        Sql.texts(connection, "SELECT name FROM pg_catalog.pg_available_extensions");
    List<Extension> kept = new ArrayList<>();
    List<Extension> leftOut = new ArrayList<>();
    for (Extension extension : metadata.extensions()) {
      if (!available.contains(extension.name())) {
        leftOut.add(extension);
        report.warn(
            "extension '%s' is left out, with what depends on it: PostgreSQL %d on this machine does not have it; install its package and import again"
                .formatted(extension.name(), metadata.major()));
      } else if (REACH_FILES.contains(extension.name())) {
        leftOut.add(extension);
        report.warn(
            "extension '%s' is left out, with what depends on it: it accesses files of the server"
                .formatted(extension.name()));
      } else {
        kept.add(extension);
      }
    }
    return new ExtensionFilter(List.copyOf(kept), List.copyOf(leftOut));
  }
}
