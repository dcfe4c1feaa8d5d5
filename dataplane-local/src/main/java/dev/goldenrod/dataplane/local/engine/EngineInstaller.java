package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Installs and removes engines of a data directory, also while a server runs on it. An installation
 * appears only after it was tested. Installers exclude each other across processes.
 */
public final class EngineInstaller {
  private static final String UNFINISHED = ".install-";
  private static final String HOME = "home";

  /** Excludes other threads of this process, which file locks do not. */
  private static final Object IN_THIS_PROCESS = new Object();

  private final LocalRoot root;
  private final RunAs runAs;
  private final ArtifactChecksums checksums;
  private final BiConsumer<String, String> progress;

  public EngineInstaller(LocalRoot root, RunAs runAs, BiConsumer<String, String> progress) {
    this(root, runAs, ArtifactChecksums.known(), progress);
  }

  public EngineInstaller(
      LocalRoot root,
      RunAs runAs,
      ArtifactChecksums checksums,
      BiConsumer<String, String> progress) {
    this.root = root;
    this.runAs = runAs;
    this.checksums = checksums;
    this.progress = progress;
  }

  /**
   * Installs a version unless it is installed already.
   *
   * @param version a release such as {@code 15}, or a full version such as {@code 15.13}
   * @param from a folder to use in place, or an archive; null to download the version
   * @throws DataPlaneException if the version does not exist, cannot be downloaded or does not work
   */
  public Installation install(String type, String version, @Nullable Path from) {
    Distribution engine = Distributions.of(type);
    String release = Distributions.requireRelease(engine, version);
    return exclusively(
        () -> {
          Optional<Installation> present = present(engine, release, version, from != null);
          return present.isPresent() ? present.get() : install(engine, release, version, from);
        });
  }

  /**
   * Installs the newest release for which the Linux distribution packages the tools that imports
   * need; returns empty if it packages none.
   *
   * @throws DataPlaneException if the packages cannot be downloaded or do not work
   */
  public Optional<Installation> installForImports(String type) {
    Distribution engine = Distributions.of(type);
    return exclusively(
        () ->
            inWorkFolder(
                work -> {
                  EngineDownloader files = new EngineDownloader(engine, work, checksums, progress);
                  Optional<String> release = files.newestPackaged();
                  if (release.isEmpty()) {
                    return Optional.empty();
                  }
                  files.fetch(release.get(), release.get(), work.resolve(HOME));
                  return Optional.of(place(engine, release.get(), release.get(), work));
                }));
  }

  /**
   * Removes the installation of a release; returns false if none was installed.
   *
   * @throws DataPlaneException if a database runs on it
   */
  public boolean remove(String type, String version) {
    Distribution engine = Distributions.of(type);
    String release = Distributions.requireRelease(engine, version);
    return exclusively(() -> remove(Distributions.folder(root, engine, release)));
  }

  private boolean remove(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Installation.requireUnused(folder, root.path());
    Path leaving = root.engines().resolve(UNFINISHED + UUID.randomUUID());
    Files.move(folder, leaving, StandardCopyOption.ATOMIC_MOVE);
    DurableFile.force(root.engines());
    FileTrees.delete(leaving);
    return true;
  }

  private Optional<Installation> present(
      Distribution engine, String release, String version, boolean named) {
    if (Files.exists(Distributions.folder(root, engine, release), LinkOption.NOFOLLOW_LINKS)) {
      Installation there = checked(engine, release, Distributions.folder(root, engine, release));
      if (named || !isVersion(there, release, version)) {
        throw new DataPlaneException(
            "%s %s is already installed, as %s; remove it first with %s"
                .formatted(
                    engine.product(),
                    release,
                    there,
                    root.command("engine remove %s %s".formatted(engine.type(), release))));
      }
      return Optional.of(there);
    }
    return named
        ? Optional.empty()
        : new InstallationFinder(runAs)
            .installed(engine).stream()
                .filter(one -> one.runsServers() && one.release().equals(release))
                .filter(one -> isVersion(one, release, version))
                .filter(one -> hasAll(one, engine.importTools()))
                .findFirst();
  }

  private Installation install(
      Distribution engine, String release, String version, @Nullable Path from) throws IOException {
    return inWorkFolder(
        work -> {
          EngineDownloader files = new EngineDownloader(engine, work, checksums, progress);
          if (from == null) {
            files.fetch(release, version, work.resolve(HOME));
          } else {
            files.provide(from, work.resolve(HOME));
          }
          return place(engine, release, version, work);
        });
  }

  /** Tests the programs in the work folder and moves them to their final place. */
  private Installation place(Distribution engine, String release, String version, Path work)
      throws IOException {
    Path home = work.resolve(HOME);
    Installation tried = tryOut(engine, release, home, work);
    if (!isVersion(tried, release, version)) {
      throw new DataPlaneException(
          "%s %s was requested, but this is %s"
              .formatted(engine.product(), version, tried.product().version()));
    }
    Tool.tryRun("sync", "-f", work.toString());
    Path folder = Distributions.folder(root, engine, release);
    Files.move(home, folder, StandardCopyOption.ATOMIC_MOVE);
    DurableFile.force(root.engines());
    return checked(engine, release, folder);
  }

  private <T> T inWorkFolder(WorkIn<T> doing) throws IOException {
    Path work = Files.createDirectory(root.engines().resolve(UNFINISHED + UUID.randomUUID()));
    try {
      Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
      return doing.run(work);
    } finally {
      FileTrees.delete(work);
    }
  }

  /** Runs the programs as the user that databases run as. */
  private Installation tryOut(Distribution engine, String release, Path home, Path work)
      throws IOException {
    progress.accept("test the installation", "");
    Installation found = checked(engine, release, home);
    if (!found.runsServers()) {
      throw new DataPlaneException(
          "the installation contains no server of %s, only other programs"
              .formatted(engine.product()));
    }
    Path data = Files.createDirectory(work.resolve("data"));
    runAs.chown(data);
    List<String> trial = engine.trial(name -> found.program(name).orElseThrow().toString(), data);
    if (!trial.isEmpty()) {
      Tool.run(runAs.command(trial));
    }
    return found;
  }

  private Installation checked(Distribution engine, String release, Path folder) {
    return new InstallationFinder(runAs).inDataDirectory(engine, release, folder);
  }

  private static boolean isVersion(Installation one, String release, String version) {
    return version.equals(release) || version.equals(one.product().version());
  }

  private static boolean hasAll(Installation one, List<String> programs) {
    return programs.stream().allMatch(name -> one.program(name).isPresent());
  }

  /** Runs the work while other installers wait, after removing leftovers of killed ones. */
  private <T> T exclusively(Work<T> work) {
    Path file = root.engines().resolve(".lock");
    synchronized (IN_THIS_PROCESS) {
      try (FileChannel lock =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock();
        clearAway();
        return work.run();
      } catch (IOException e) {
        throw new DataPlaneException("cannot work in %s: %s".formatted(root.engines(), e), e);
      }
    }
  }

  private void clearAway() throws IOException {
    try (Stream<Path> files = Files.list(root.engines())) {
      files
          .filter(file -> file.getFileName().toString().startsWith(UNFINISHED))
          .forEach(FileTrees::delete);
    }
  }

  private interface WorkIn<T> {
    T run(Path folder) throws IOException;
  }

  private interface Work<T> {
    T run() throws IOException;
  }
}
