package dev.goldenrod.dataplane.local.planted;

import dev.goldenrod.engine.postgres.imports.dump.PostgresImporter;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class AdapterThatImportsByItself {
  private AdapterThatImportsByItself() {}

  static Class<?> other() {
    return PostgresImporter.class;
  }
}
