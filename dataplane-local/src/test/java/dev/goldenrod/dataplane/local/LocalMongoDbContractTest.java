package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.TestMongoDb;
import dev.goldenrod.engine.kept.MongoDbValue;
import dev.goldenrod.engine.mongodb.MongoDbEngine;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The contract for MongoDB: with {@code mongod} if it is installed, or else with a stand-in, which
 * tests the data plane but not MongoDB.
 */
@Tag("slow")
class LocalMongoDbContractTest extends LocalEngineContract {
  private static TestMongoDb mongo;

  @BeforeAll
  static void install_mongodb() throws IOException {
    mongo = TestMongoDb.installInto(dataDir());
  }

  @AfterAll
  static void report_that_it_ran() {
    if (mongo.isReal()) {
      reportThatItRan(mongo.installed());
    }
  }

  @Override
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return new Origin.Blank(MongoDbEngine.TYPE, mongo.installed().release());
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(
        MongoDbValue::write, MongoDbValue::read, MongoDbValue::changePassword);
  }
}
