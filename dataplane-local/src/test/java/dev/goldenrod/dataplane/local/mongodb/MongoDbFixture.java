package dev.goldenrod.dataplane.local.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.goldenrod.dataplane.local.EngineFixture;
import dev.goldenrod.dataplane.local.engine.TestMongoDb;
import dev.goldenrod.port.DatabaseSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.bson.Document;

/** A data plane with MongoDB, or with its stand-in. */
final class MongoDbFixture extends EngineFixture {
  MongoDbFixture(Path folder) throws IOException {
    super(folder, dataDir -> TestMongoDb.installInto(dataDir).installed());
  }

  /** Runs work as a client that logs in by the database's URL. */
  <T> T in(DatabaseSpec spec, Function<MongoDatabase, T> work) {
    try (MongoClient client = MongoClients.create(login(spec).uri())) {
      return work.apply(client.getDatabase(login(spec).dbname()));
    }
  }

  Document run(DatabaseSpec spec, Document command) {
    return in(spec, database -> database.runCommand(command));
  }

  /** Runs the command on a database that is not the user's own. */
  Document runOn(DatabaseSpec spec, String database, Document command) {
    try (MongoClient client = MongoClients.create(login(spec).uri())) {
      return client.getDatabase(database).runCommand(command);
    }
  }
}
