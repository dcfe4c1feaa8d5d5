package dev.goldenrod.dataplane.local.snapshot;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.archive.ArchiveFacts.Platform;
import dev.goldenrod.dataplane.archive.ArchiveReader;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.archive.ArchiveTarget;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.preparation.FrozenVolumes;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Frozen volumes unpacked from archives, prepared like registered data directories: without logins
 * except a golden's. Thread-safe.
 */
final class ArchiveVolumes {
  private static final DataDirectoryImporter IMPORTER = Engines.dataDirectoryImporter();
  private static final String COPY = "copy";
  private static final String RECORD = "archive.json";

  private final PreparationContext context;
  private final Installations installations;
  private final FrozenVolumes volumes;

  /** The record of an unpacked archive, kept in its volume. */
  record Made(long sizeBytes, String warning) {}

  ArchiveVolumes(PreparationContext context, Installations installations) {
    this.context = context;
    this.installations = installations;
    this.volumes = new FrozenVolumes(context);
  }

  Optional<ArchiveObservation> observe(UUID archive) {
    String name = VolumeNames.golden(archive);
    if (!context.volumes().exists(name)) {
      return Optional.empty();
    }
    Made made =
        JsonFile.read(context.volumes().path(name).resolve(RECORD), Made.class)
            .orElseGet(() -> new Made(0, ""));
    return Optional.of(
        ArchiveObservation.ready(VolumeNames.handle(archive), made.sizeBytes(), made.warning()));
  }

  /**
   * Creates the volume from the received archive, unless the volume exists.
   *
   * @throws ArchiveRefusedException if the archive is incomplete or cannot be used on this machine
   * @throws DataPlaneException if the volume cannot be created for another reason
   */
  void make(UUID archive, ReceivedArchives received) {
    volumes.ensure(
        VolumeNames.golden(archive),
        (staged, folder) -> {
          try (InputStream packed = received.open(archive)) {
            fill(staged, folder, packed);
          } catch (IOException e) {
            throw new DataPlaneException("archive %s cannot be read: %s".formatted(archive, e), e);
          }
        });
  }

  /** Removes the partial volume of an unpacking that was interrupted. */
  void removeUnfinished(UUID archive) {
    if (!context.volumes().exists(VolumeNames.golden(archive))) {
      volumes.remove(VolumeNames.golden(archive));
    }
  }

  /** Returns the archives whose unpacking was interrupted. */
  Set<UUID> unfinished() {
    return volumes.unfinished().stream()
        .flatMap(name -> VolumeNames.makerOf(name).stream())
        .collect(Collectors.toSet());
  }

  private void fill(String staged, WorkFolder folder, InputStream packed) {
    DataVolume volume = new DataVolume(context.volumes().create(staged));
    Path copy = volume.root().resolve(COPY);
    long room = context.volumes().freeBytes() - context.volumes().reservedBytes();
    ArchiveFacts facts =
        new ArchiveReader(packed, LocalPlatform.HERE).unpackTo(new LocalTarget(copy, room));
    String release = requireRelease(facts, copy);
    context.prepare(IMPORTER, release, copy, volume, folder);
    Made made =
        new Made(context.volumes().size(staged), facts.warning(LocalPlatform.HERE).orElse(""));
    volume.write(RECORD, JsonFile.text(made));
  }

  private String requireRelease(ArchiveFacts facts, Path copy) {
    ArchiveRules.requireImportable(facts);
    String release = IMPORTER.checkMoment(copy);
    ArchiveRules.requireRelease(facts, release);
    installations.server(IMPORTER.type(), release);
    return release;
  }

  /** The platform of this machine, which determines the data files that servers can read. */
  static final class LocalPlatform {
    static final Platform HERE =
        new Platform(System.getProperty("os.name"), System.getProperty("os.arch"), libc());

    private LocalPlatform() {}

    private static String libc() {
      Tool.Result told = Tool.tryRun("getconf", "GNU_LIBC_VERSION");
      return told.succeeded() ? told.output() : "";
    }
  }

  /**
   * A target directory that does not exist yet, whose parent only this user can write to, and the
   * most bytes that its files may take.
   */
  record LocalTarget(Path directory, long freeBytes) implements ArchiveTarget {
    private static final Set<StandardOpenOption> NEW =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    @Override
    public Room room() {
      return new Room(freeBytes, "free up space, or choose a --data-dir on a larger disk");
    }

    @Override
    public void makeFolder(String path) throws IOException {
      Files.createDirectory(directory.resolve(path), OwnerOnly.FOLDER);
    }

    @Override
    public WritableByteChannel makeFile(String path, long size) throws IOException {
      return Files.newByteChannel(directory.resolve(path), NEW, OwnerOnly.FILE);
    }
  }
}
