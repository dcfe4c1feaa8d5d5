package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.LiveSchemas;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.preparation.FolderTools;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Reads schemas of databases with tools that run as each database's user. Thread-safe. */
public final class LocalSchemas extends LiveSchemas {
  private static final String PREFIX = "schema-";

  private final LocalRoot root;
  private final LocalDatabases databases;
  private final Installations installations;

  private LocalSchemas(LocalRoot root, LocalDatabases databases, Installations installations) {
    this.root = root;
    this.databases = databases;
    this.installations = installations;
  }

  /**
   * Opens the schemas of the databases, and deletes the leftovers of a killed process.
   *
   * @throws DataPlaneException if the leftovers cannot be deleted
   */
  public static LocalSchemas open(
      LocalRoot root, LocalDatabases databases, Installations installations) {
    try {
      Files.createDirectories(root.imports());
      try (DirectoryStream<Path> left = Files.newDirectoryStream(root.imports(), PREFIX + "*")) {
        left.forEach(FileTrees::delete);
      }
    } catch (IOException e) {
      throw new DataPlaneException("cannot clear %s: %s".formatted(root.imports(), e), e);
    }
    return new LocalSchemas(root, databases, installations);
  }

  @Override
  protected <T> T with(UUID id, Deadline deadline, Function<LiveSchema, T> work) {
    RunningDatabase server = databases.running(id);
    WorkFolder folder = new WorkFolder(root.imports(), PREFIX + UUID.randomUUID(), server.user());
    try {
      folder.create();
      FolderTools tools = new FolderTools(server.user(), folder, deadline::isOver);
      return work.apply(
          server
              .engineServer()
              .schema(server.port(), server.password(), tools, postgresTools(server), deadline));
    } finally {
      folder.removeAll();
    }
  }

  /** Looks for the tools in all installations, since the server's may lack them. */
  private UnaryOperator<String> postgresTools(RunningDatabase server) {
    return name ->
        installations
            .postgresTool(name, Integer.parseInt(server.info().release()))
            .bin()
            .resolve(name)
            .toString();
  }
}
