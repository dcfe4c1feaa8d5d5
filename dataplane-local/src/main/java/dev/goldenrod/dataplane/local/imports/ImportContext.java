package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.LocalRoot;
import dev.goldenrod.dataplane.local.engine.PostgresInstallations;
import dev.goldenrod.dataplane.local.process.EngineUsers;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.volume.VolumeStore;

/** What imports use of this context. */
record ImportContext(
    LocalRoot root,
    EngineUsers users,
    VolumeStore volumes,
    PostgresInstallations homes,
    LocalSecrets secrets,
    ImportRoots importRoots) {
  /** The user of what is no running server: of tools and of data at rest. */
  RunAs runAs() {
    return users.shared();
  }

  /** How many tables are read, written or analysed at a time. */
  int jobs() {
    return Math.max(2, Math.min(8, Runtime.getRuntime().availableProcessors()));
  }
}
