package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.ArtifactChecksums;
import dev.goldenrod.dataplane.local.engine.EngineInstaller;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The engines of a data directory, whether or not a server runs on it. Thread-safe. */
public final class LocalEngines {
  private final LocalRoot root;
  private final RunAs runAs;
  private final Installations installations;

  private LocalEngines(LocalRoot root, RunAs runAs) {
    this.root = root;
    this.runAs = runAs;
    this.installations = Installations.find(root, runAs, List.of());
  }

  /**
   * The engines of that data directory, which is made when it is missing.
   *
   * @param engineUser the user that databases run as; null for the first that exists
   * @throws DataPlaneException when it cannot be used
   */
  public static LocalEngines open(Path dataDir, @Nullable String engineUser) {
    RunAs runAs = RunAs.detect(engineUser);
    return new LocalEngines(LocalRoot.open(dataDir, DataDirectory.ensure(dataDir), runAs), runAs);
  }

  /** Every release of every engine, and whether a server of it can run now. */
  public List<EngineVersion> list() {
    return installations.engines();
  }

  /** The programs that a server of the release runs; empty for none. */
  public Optional<Installation> find(String type, String release) {
    return installations.find(type, release);
  }

  /**
   * Installs a version, unless it is there.
   *
   * @param version a release as in {@code 15}, or a full version as in {@code 15.13}
   * @param from a folder that is used where it is, or an archive; null to fetch it
   * @param progress is told what is done, and how far that is
   * @return what is used for the release from now on
   * @throws DataPlaneException when there is no such version, it cannot be had, or it does not work
   */
  public Installation install(
      String type, String version, @Nullable Path from, BiConsumer<String, String> progress) {
    return install(type, version, from, ArtifactChecksums.known(), progress);
  }

  /** The same of an artifact that those checksums let pass. */
  public Installation install(
      String type,
      String version,
      @Nullable Path from,
      ArtifactChecksums checksums,
      BiConsumer<String, String> progress) {
    return new EngineInstaller(root, runAs, checksums, progress).install(type, version, from);
  }

  /**
   * Installs the newest PostgreSQL for which the system's distribution has the tools that imports
   * need; empty when it has none.
   *
   * @throws DataPlaneException when it cannot be fetched or does not work
   */
  public Optional<Installation> installForImports(BiConsumer<String, String> progress) {
    return new EngineInstaller(root, runAs, progress).installForImports(PostgresEngine.TYPE);
  }

  /**
   * Removes what was installed for a release; false when nothing was.
   *
   * @throws DataPlaneException when a database runs on it
   */
  public boolean remove(String type, String version) {
    return new EngineInstaller(root, runAs, (stage, detail) -> {}).remove(type, version);
  }
}
