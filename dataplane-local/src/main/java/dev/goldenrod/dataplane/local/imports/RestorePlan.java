package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.imports.SourceFacts.Extension;
import java.util.ArrayList;
import java.util.List;

/** Which entries of a dump are restored, in which run. */
final class RestorePlan {
  private static final String[] LARGE_OBJECTS = {"BLOB", "BLOB METADATA", "LARGE OBJECT"};

  private final List<TocEntry> contents;
  private final List<Extension> leftOut;

  RestorePlan(List<TocEntry> contents, List<Extension> leftOut) {
    this.contents = contents;
    this.leftOut = leftOut;
  }

  List<TocEntry> contents() {
    return contents;
  }

  /** What is left out on purpose, a sentence each. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (TocEntry entry : contents) {
      if (entry.is("USER MAPPING")) {
        warnings.add(entry.describe() + " is left out: it may hold a password of another server");
      } else if (entry.is("EVENT TRIGGER")) {
        warnings.add(entry.describe() + " is left out: only a superuser can own one");
      } else if (isSystemGrant(entry)) {
        warnings.add(
            "grants on the system's own %s are left out: they could reach beyond the database"
                .formatted(entry.name().replaceFirst("pg_catalog\\.", "")));
      }
    }
    return warnings;
  }

  /** Schemas and extensions, which come before all else. */
  boolean isExtension(TocEntry entry) {
    return entry.is("SCHEMA") || entry.is("EXTENSION") && !isLeftOut(entry);
  }

  /** Definitions that are restored by the superuser. */
  boolean isDefinition(TocEntry entry) {
    boolean excluded =
        entry.is("SCHEMA", "EXTENSION", "USER MAPPING", "SUBSCRIPTION", "DATABASE")
            || entry.is(LARGE_OBJECTS)
            || entry.isAbout("LARGE OBJECT")
            || entry.isAbout("EVENT TRIGGER")
            || isSystemGrant(entry)
            || isLeftOut(entry);
    return !excluded;
  }

  /** Large objects and what is said of them. */
  boolean isLargeObject(TocEntry entry) {
    return entry.is(LARGE_OBJECTS) || entry.isAbout("LARGE OBJECT");
  }

  /** Rows, sequences' values and large objects' contents. */
  boolean isData(TocEntry entry) {
    return leftOut.stream()
        .flatMap(extension -> extension.tables().stream())
        .noneMatch(entry::isOf);
  }

  /** What is built on the data. */
  boolean isBuilt(TocEntry entry) {
    return !entry.is("EVENT TRIGGER", "SUBSCRIPTION", "SUBSCRIPTION TABLE")
        && !entry.isAbout("EVENT TRIGGER")
        && !entry.isAbout("SUBSCRIPTION");
  }

  /** Whether rows of the table that the entry defines are in the dump. */
  boolean hasData(TocEntry definition) {
    return definition.is("TABLE")
        && contents.stream()
            .anyMatch(entry -> entry.is("TABLE DATA") && entry.rest().equals(definition.rest()));
  }

  private boolean isLeftOut(TocEntry entry) {
    return leftOut.stream()
        .map(Extension::name)
        .anyMatch(
            name ->
                entry.is("EXTENSION") && entry.rest().strip().equals("- " + name)
                    || entry.isAbout("EXTENSION")
                        && entry.rest().strip().equals("- EXTENSION " + name));
  }

  private static boolean isSystemGrant(TocEntry entry) {
    return entry.is("ACL") && entry.rest().startsWith("pg_catalog ");
  }
}
