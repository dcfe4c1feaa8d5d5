package dev.goldenrod.engine.kept;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.goldenrod.instance.Credentials;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import org.bson.Document;

/** A value in a MongoDB database. */
public final class MongoDbValue {
  private MongoDbValue() {}

  public static void write(Credentials login, String value) throws IOException {
    try (MongoClient client = connect(login)) {
      MongoCollection<Document> kept = kept(client, login);
      kept.deleteMany(new Document());
      kept.insertOne(new Document("value", value));
    }
  }

  public static void changePassword(Credentials login, String password) throws IOException {
    try (MongoClient client = connect(login)) {
      client
          .getDatabase(login.dbname())
          .runCommand(new Document("updateUser", login.username()).append("pwd", password));
    }
  }

  /** Returns an empty string if nothing was written. */
  public static String read(Credentials login) throws IOException {
    try (MongoClient client = connect(login)) {
      return Optional.ofNullable(kept(client, login).find().first())
          .map(found -> found.getString("value"))
          .orElse("");
    }
  }

  /** Fails at once if there is no server, for which the driver would wait half a minute. */
  private static MongoClient connect(Credentials login) throws IOException {
    new Socket(login.host(), login.port()).close();
    return MongoClients.create(login.uri());
  }

  private static MongoCollection<Document> kept(MongoClient client, Credentials login) {
    return client.getDatabase(login.dbname()).getCollection("kept");
  }
}
