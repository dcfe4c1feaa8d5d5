package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.ArtifactChecksums;
import dev.goldenrod.dataplane.local.engine.EngineInstaller;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The database engines installed in a data directory. Thread-safe. */
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
   * Opens the engines of a data directory, which is created if it is missing.
   *
   * @param engineUser the user that databases run as; null for the first default user that exists
   * @throws DataPlaneException if the directory cannot be used
   */
  public static LocalEngines open(Path dataDir, @Nullable String engineUser) {
    RunAs runAs = RunAs.detect(engineUser);
    return new LocalEngines(LocalRoot.open(dataDir, DataDirectory.ensure(dataDir), runAs), runAs);
  }

  /** Returns every supported release of every engine, and whether a server of it can run now. */
  public List<EngineVersion> list() {
    return installations.engines();
  }

  /** Returns the installation that servers of the release run on, or empty if none is installed. */
  public Optional<Installation> find(String type, String release) {
    return installations.find(type, release);
  }

  /**
   * Installs a version of an engine unless it is installed already.
   *
   * @param version a release such as {@code 15}, or a full version such as {@code 15.13}
   * @param from a folder to use in place, or an archive; null to download the version
   * @param progress called with each stage and its detail
   * @throws DataPlaneException if the version does not exist, cannot be downloaded or does not work
   */
  public Installation install(
      String type, String version, @Nullable Path from, BiConsumer<String, String> progress) {
    return install(type, version, from, ArtifactChecksums.known(), progress);
  }

  /** Installs a version, accepting only artifacts with the given checksums. */
  public Installation install(
      String type,
      String version,
      @Nullable Path from,
      ArtifactChecksums checksums,
      BiConsumer<String, String> progress) {
    return new EngineInstaller(root, runAs, checksums, progress).install(type, version, from);
  }

  /**
   * Installs the newest PostgreSQL for which the Linux distribution packages the tools that imports
   * need; returns empty if it packages none.
   *
   * @throws DataPlaneException if the packages cannot be downloaded or do not work
   */
  public Optional<Installation> installForImports(BiConsumer<String, String> progress) {
    return new EngineInstaller(root, runAs, progress).installForImports(PostgresEngine.TYPE);
  }

  /**
   * Removes the installation of a release; returns false if none was installed.
   *
   * @throws DataPlaneException if a database runs on the installation
   */
  public boolean remove(String type, String version) {
    return new EngineInstaller(root, runAs, (stage, detail) -> {}).remove(type, version);
  }
}
