package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.postgres.imports.destination.SuperuserObjects;
import dev.goldenrod.engine.postgres.imports.destination.SuperuserObjects.CreatedObjects;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Extension;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.ExtensionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Assigns the entries of a dump to the runs that restore them. The clones' role restores them all;
 * what needs a superuser was {@linkplain SuperuserObjects created before} or is left out.
 */
final class RestorePlan {
  private final List<TocEntry> contents;
  private final CreatedObjects created;
  private final Set<Long> tablesLeftOut;

  RestorePlan(List<TocEntry> contents, CreatedObjects created) {
    this.contents = contents;
    this.created = created;
    this.tablesLeftOut =
        created.leftOut().stream()
            .flatMap(extension -> extension.tables().stream())
            .map(ExtensionTable::oid)
            .collect(Collectors.toSet());
  }

  List<String> extensionsLeftOut() {
    return created.leftOut().stream().map(Extension::name).toList();
  }

  /** Returns a sentence for everything that is left out on purpose. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (TocEntry entry : contents) {
      if (entry.is("USER MAPPING")) {
        warnings.add(
            entry.describe() + " is left out: it may contain a password of another server");
      } else if (entry.is("EVENT TRIGGER")) {
        warnings.add(entry.describe() + " is left out: only a superuser can own event triggers");
      } else if (isSystemGrant(entry)) {
        warnings.add(
            "grants on the system's own %s are left out: they could reach beyond the database"
                .formatted(entry.name().replaceFirst("pg_catalog\\.", "")));
      }
    }
    return warnings;
  }

  /** Includes large objects. */
  boolean isDefinition(TocEntry entry) {
    boolean excluded =
        entry.is("EXTENSION", "USER MAPPING", "SUBSCRIPTION", "DATABASE", "FOREIGN DATA WRAPPER")
            || isGrant(entry)
            || entry.isAbout("EVENT TRIGGER")
            || entry.is("SCHEMA") && created.schemas().contains(entry.oid())
            || isLeftOut(entry);
    return !excluded;
  }

  /** Returns whether the entry is table data, a sequence's value or a large object's content. */
  boolean isData(TocEntry entry) {
    return !tablesLeftOut.contains(entry.oid());
  }

  /** Returns whether the entry is of the dump's section of rows. */
  boolean isRows(TocEntry entry) {
    return isData(entry) && entry.is("TABLE DATA", "SEQUENCE SET", "BLOBS", "BLOB COMMENTS");
  }

  /** Returns whether the entry is built on data, such as an index. */
  boolean isBuilt(TocEntry entry) {
    return !entry.is(
            "EVENT TRIGGER",
            "SUBSCRIPTION",
            "SUBSCRIPTION TABLE",
            "PUBLICATION TABLES IN SCHEMA",
            "MATERIALIZED VIEW DATA",
            "ROW SECURITY")
        && !isGrant(entry)
        && !(entry.is("PUBLICATION") && created.publications().contains(entry.oid()))
        && !entry.isAbout("EVENT TRIGGER")
        && !entry.isAbout("SUBSCRIPTION");
  }

  /** Returns whether the entry is a materialized view with rows. */
  boolean isRefreshed(TocEntry entry) {
    return entry.is("MATERIALIZED VIEW DATA");
  }

  /** These entries come last: they also hide rows from the owner who builds indexes and views. */
  boolean isRowSecurity(TocEntry entry) {
    return entry.is("ROW SECURITY");
  }

  /** Returns whether the entry is a grant or default privilege, except on system objects. */
  boolean isGrantToReplay(TocEntry entry) {
    return isGrant(entry)
        && !isSystemGrant(entry)
        && !entry.isAbout("EVENT TRIGGER")
        && !isLeftOut(entry);
  }

  /** Returns whether the dump has rows of the table that the entry defines. */
  boolean hasData(TocEntry definition) {
    return definition.is("TABLE")
        && contents.stream()
            .anyMatch(entry -> entry.isTableData() && entry.oid() == definition.oid());
  }

  private boolean isLeftOut(TocEntry entry) {
    return extensionsLeftOut().stream()
        .anyMatch(
            name ->
                entry.isAbout("EXTENSION") && entry.rest().strip().equals("- EXTENSION " + name));
  }

  private static boolean isGrant(TocEntry entry) {
    return entry.is("ACL", "DEFAULT ACL");
  }

  private static boolean isSystemGrant(TocEntry entry) {
    return entry.is("ACL") && entry.rest().startsWith("pg_catalog ");
  }
}
