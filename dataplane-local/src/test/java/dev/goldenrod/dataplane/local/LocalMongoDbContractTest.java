package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.TestMongoDb;
import dev.goldenrod.engine.kept.MongoDbValue;
import dev.goldenrod.engine.mongodb.MongoDbEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Databases of MongoDB, in one data directory for all tests: real ones where {@code mongod} is
 * installed, else those of a stand-in, which proves the road around MongoDB and nothing of it.
 */
class LocalMongoDbContractTest extends DatabaseContract {
  @TempDir static Path folder;
  private static TestMongoDb mongo;
  private LocalDataPlane plane;

  @BeforeAll
  static void install_mongodb() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    mongo = TestMongoDb.installInto(dataDir());
  }

  @AfterAll
  static void take_all_away() {
    if (mongo.isReal()) {
      EngineReport.ran(mongo.installed(), LocalEngines.open(dataDir(), null).list());
    }
    LocalDataPlane.purge(dataDir());
  }

  @Override
  protected DataPlane open() {
    plane = LocalDataPlane.open(TestOptions.of(dataDir()));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return new Origin.Blank(MongoDbEngine.TYPE, mongo.installed().release());
  }

  @Override
  protected Duration patience() {
    return Duration.ofMinutes(3);
  }

  @Override
  protected String messageWhenReady() {
    return TestOptions.messageWhenReady();
  }

  @Override
  protected void write(Credentials login, String value) throws IOException {
    MongoDbValue.write(login, value);
  }

  @Override
  protected void changePassword(Credentials login, String password) throws IOException {
    MongoDbValue.changePassword(login, password);
  }

  @Override
  protected String read(Credentials login) throws IOException {
    return MongoDbValue.read(login);
  }

  private static Path dataDir() {
    return folder.resolve("data");
  }
}
