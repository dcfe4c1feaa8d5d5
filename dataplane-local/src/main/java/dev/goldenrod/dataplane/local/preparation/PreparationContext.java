package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.EngineUsers.TemporaryUser;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.BooleanSupplier;

/**
 * The environment for creating data in volumes.
 *
 * @param runAs the user of tools and of data without a running server
 */
public record PreparationContext(
    LocalRoot root,
    EngineUsers users,
    VolumeStore volumes,
    EngineServerFactory servers,
    RunAs runAs) {
  private static final String NAMES = "passwd";

  public PreparationContext(
      LocalRoot root, EngineUsers users, VolumeStore volumes, EngineServerFactory servers) {
    this(root, users, volumes, servers, users.shared());
  }

  public WorkFolder folder(String name) {
    return new WorkFolder(root.imports(), name, runAs());
  }

  public DataDirectoryContext preparation(
      String type, String release, DataVolume volume, WorkFolder folder) {
    return preparation(type, release, volume, folder, () -> false);
  }

  public DataDirectoryContext preparation(
      String type,
      String release,
      DataVolume volume,
      WorkFolder folder,
      BooleanSupplier cancelled) {
    return new DataDirectoryContext(
        release,
        servers.programs(type, release),
        volume.data(),
        volume,
        new FolderTools(runAs(), folder, cancelled),
        new PreparationServers(this, volume, folder.file("server.log"), cancelled));
  }

  /**
   * Moves the copy to the volume as its data directory and prepares it. The data comes from
   * elsewhere and may make its engine run malicious code. So its tools run as an otherwise unused
   * user, all of whose processes are killed afterwards.
   */
  public void prepare(
      DataDirectoryImporter importer,
      String release,
      Path copy,
      DataVolume volume,
      WorkFolder folder) {
    try (TemporaryUser user = users.forWork(folder.file(NAMES))) {
      PreparationContext own = new PreparationContext(root, users, volumes, servers, user.runAs());
      WorkFolder tools = folder.of(user.runAs());
      move(copy, volume);
      own.takeOwnership(volume);
      volume.write(importer.prepare(own.preparation(importer.type(), release, volume, tools)));
    }
    takeOwnership(volume);
  }

  /** Makes the context's user the only user of the data. */
  void takeOwnership(DataVolume volume) {
    runAs.letPass(volume.root());
    runAs.chownTree(volume.data());
  }

  /** Removes the volume, after killing the processes that use it or belong to its user. */
  public void discard(String volume) {
    if (volumes.exists(volume) && !volumes.isDamaged(volume)) {
      Processes.killAll(volumes.path(volume));
      users.killOwner(new DataVolume(volumes.path(volume)).data());
    }
    volumes.remove(volume);
  }

  private static void move(Path copy, DataVolume volume) {
    try {
      Files.delete(volume.data());
      Files.move(copy, volume.data(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new DataPlaneException("cannot move the copy to %s: %s".formatted(volume.data(), e), e);
    }
  }
}
