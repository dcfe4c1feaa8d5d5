package dev.goldenrod.dataplane.local;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.goldenrod.dataplane.local.engine.TestMongoDb;
import dev.goldenrod.engine.mongodb.MongoDbEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DataPlaneRestartContract;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Databases of MongoDB, in one data directory for all tests: real ones where {@code mongod} is
 * installed, else those of a stand-in, which proves the road around MongoDB and nothing of it.
 */
class LocalMongoDbContractTest extends DataPlaneRestartContract {
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
    plane = LocalDataPlane.open(LocalOptions.of(dataDir()));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected Origin.Blank blank() {
    return new Origin.Blank(MongoDbEngine.TYPE, mongo.installed().release());
  }

  @Override
  protected Origin origin() {
    return blank();
  }

  @Override
  protected Duration patience() {
    return Duration.ofMinutes(3);
  }

  @Override
  protected void write(Credentials login, String value) throws IOException {
    try (MongoClient client = connect(login)) {
      MongoCollection<Document> kept = kept(client, login);
      kept.deleteMany(new Document());
      kept.insertOne(new Document("value", value));
    }
  }

  @Override
  protected String read(Credentials login) throws IOException {
    try (MongoClient client = connect(login)) {
      return Optional.ofNullable(kept(client, login).find().first())
          .map(found -> found.getString("value"))
          .orElse("");
    }
  }

  /** The driver alone would wait half a minute for a server that is not there. */
  private static MongoClient connect(Credentials login) throws IOException {
    new Socket(login.host(), login.port()).close();
    return MongoClients.create(login.uri());
  }

  private static MongoCollection<Document> kept(MongoClient client, Credentials login) {
    return client.getDatabase(login.dbname()).getCollection("kept");
  }

  private static Path dataDir() {
    return folder.resolve("data");
  }
}
