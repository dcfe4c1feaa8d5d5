package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.engine.kept.MongoDbValue;
import dev.goldenrod.engine.mongodb.MongoDbEngine;
import dev.goldenrod.engine.mongodb.standin.StandInFolder;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A stand-in for MongoDB, which tests Goldenrod's part without MongoDB itself. */
final class MongoDbStandIn implements EngineUnderTest {
  private static final String RELEASE = "7.0";

  /** Pods have their own /tmp. */
  private static final Path PLACE = Path.of("/var/tmp");

  private final Path folder;

  MongoDbStandIn() throws IOException {
    folder = StandInFolder.make(Files.createTempDirectory(PLACE, "goldenrod-stand-in-"));
  }

  @Override
  public Image image() {
    return new Image(
        "mongo:" + RELEASE, List.of(folder.resolve("bin").toString()), List.of(folder.toString()));
  }

  @Override
  public Origin.Blank blank() {
    return new Origin.Blank(MongoDbEngine.TYPE, RELEASE);
  }

  @Override
  public DatabaseClient client() {
    return new DatabaseClient(
        MongoDbValue::write, MongoDbValue::read, MongoDbValue::changePassword);
  }

  @Override
  public void close() {
    FileTree.delete(folder);
  }
}
