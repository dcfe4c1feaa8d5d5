package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.imports.SourceFacts.Extension;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import java.util.List;

/** The tables of extensions, whose rows the clones' role loads though it does not own them. */
final class ExtensionTables {
  private final List<String> tables;

  ExtensionTables(List<Extension> extensions) {
    this.tables =
        extensions.stream()
            .flatMap(extension -> extension.tables().stream())
            .map(table -> Sql.name(table.schema()) + "." + Sql.name(table.name()))
            .toList();
  }

  /** Statements that let the role write to them. */
  List<String> open() {
    return each("GRANT SELECT, INSERT, UPDATE, REFERENCES ON TABLE %s TO " + AdminRole.CLONE_ROLE);
  }

  /** Statements that take that back. */
  List<String> close() {
    return each("REVOKE ALL ON TABLE %s FROM " + AdminRole.CLONE_ROLE);
  }

  private List<String> each(String statement) {
    return tables.stream().map(statement::formatted).toList();
  }
}
