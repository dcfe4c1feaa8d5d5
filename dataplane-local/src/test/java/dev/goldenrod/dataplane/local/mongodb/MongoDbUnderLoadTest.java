package dev.goldenrod.dataplane.local.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.goldenrod.dataplane.local.EngineFixture;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies of a MongoDB database under constant writes. A standalone server has no transactions, so
 * each document is atomic by itself, and the writes of each writer are ordered.
 */
@Tag("slow")
class MongoDbUnderLoadTest {
  private static final int WRITERS = 4;

  private static final int COPIES = Integer.getInteger("goldenrod.copies", 2);

  @TempDir Path folder;

  @Test
  void copies_hold_every_answered_write_and_none_before_those_it_follows() throws Exception {
    try (MongoDbFixture mongo = new MongoDbFixture(folder)) {
      DatabaseSpec parent = mongo.ready();
      AtomicLongArray answered = new AtomicLongArray(WRITERS);
      AtomicBoolean enough = new AtomicBoolean();
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int mine = writer;
        Credentials login = mongo.login(parent);
        writers.add(threads.submit(() -> write(login, mine, answered, enough)));
      }
      try {
        EngineFixture.await("all write")
            .until(() -> counts(answered).stream().allMatch(count -> count > 0));
        for (int copy = 0; copy < COPIES; copy++) {
          requireWhole(mongo, parent, copy % 2 == 0, answered);
        }
      } finally {
        enough.set(true);
        for (Future<?> writer : writers) {
          writer.get();
        }
        threads.shutdownNow();
      }
    }
  }

  private static List<Long> counts(AtomicLongArray answered) {
    return IntStream.range(0, WRITERS).mapToObj(answered::get).toList();
  }

  private static void requireWhole(
      MongoDbFixture mongo, DatabaseSpec parent, boolean live, AtomicLongArray answered) {
    List<Long> before = counts(answered);
    DatabaseSpec made = live ? EngineFixture.branchOf(parent) : mongo.ofSnapshot(parent);
    mongo.ready(made);
    for (int writer = 0; writer < WRITERS; writer++) {
      int mine = writer;
      long counted = mongo.in(made, database -> counter(database, mine));
      long noted =
          mongo.in(
              made,
              database ->
                  database.getCollection("journal").countDocuments(Filters.eq("writer", mine)));
      assertThat(counted).isGreaterThanOrEqualTo(before.get(writer));
      assertThat(noted).isBetween(counted, counted + 1);
    }
    for (String collection : List.of("journal", "counter")) {
      assertThat(mongo.run(made, new Document("validate", collection)).get("valid"))
          .isEqualTo(true);
    }
    mongo.removed(made);
  }

  private static long counter(MongoDatabase database, int writer) {
    Document found = database.getCollection("counter").find(Filters.eq("_id", writer)).first();
    return found == null ? 0 : found.getLong("count");
  }

  /** Writes the note before the counter, and counts a write once the server has confirmed it. */
  private static void write(
      Credentials login, int writer, AtomicLongArray answered, AtomicBoolean enough) {
    try (MongoClient client = MongoClients.create(login.uri())) {
      MongoDatabase database = client.getDatabase(login.dbname());
      database.getCollection("counter").insertOne(new Document("_id", writer).append("count", 0L));
      for (long number = 1; !enough.get(); number++) {
        database
            .getCollection("journal")
            .insertOne(new Document("writer", writer).append("number", number));
        database
            .getCollection("counter")
            .updateOne(Filters.eq("_id", writer), Updates.inc("count", 1L));
        answered.set(writer, number);
      }
    }
  }
}
