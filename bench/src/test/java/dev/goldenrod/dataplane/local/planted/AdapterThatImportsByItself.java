package dev.goldenrod.dataplane.local.planted;

import dev.goldenrod.engine.postgres.imports.dump.PostgresImporter;

/** Breaks a rule, to prove that the rule holds. */
public final class AdapterThatImportsByItself {
  private AdapterThatImportsByItself() {}

  static Class<?> other() {
    return PostgresImporter.class;
  }
}
