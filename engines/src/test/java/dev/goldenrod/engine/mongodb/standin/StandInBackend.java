package dev.goldenrod.engine.mongodb.standin;

import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.mvstore.MVStore;

/**
 * Runs commands of authenticated users. Writes without a journal request only reach the files with
 * {@code fsync} or a clean end: MongoDB may delay them, and this backend always does.
 */
final class StandInBackend extends H2Backend {
  private static final int UNAUTHORIZED = 13;
  private static final Set<String> FOR_ALL =
      Set.of("hello", "ismaster", "saslstart", "saslcontinue", "buildinfo", "endsessions");

  private final Logins logins;
  private final Map<Channel, Scram> started = new ConcurrentHashMap<>();
  private final Map<Channel, String> loggedIn = new ConcurrentHashMap<>();

  private volatile Runnable rotation = () -> {};

  StandInBackend(MVStore store, Logins logins) {
    super(store);
    this.logins = logins;
  }

  /** Sets what {@code rotateCertificates} runs. */
  void onRotation(Runnable other) {
    rotation = other;
  }

  /** Synchronized, so that no commit saves half a command. */
  @Override
  public synchronized Document handleCommand(
      Channel channel, String database, String name, Document command) {
    if (!FOR_ALL.contains(name.toLowerCase(Locale.ROOT))) {
      requireAllowed(channel, database, name);
    }
    Document answer = answer(channel, database, name, command);
    if (name.equals("fsync") || isJournaled(command)) {
      commit();
    }
    return answer;
  }

  private Document answer(Channel channel, String database, String name, Document command) {
    switch (name) {
      case "saslStart" -> {
        return begin(channel, database, text(command));
      }
      case "saslContinue" -> {
        return end(channel, text(command));
      }
      case "createUser" -> logins.create(database, command);
      case "updateUser" -> logins.update(database, command);
      case "dropUser" -> logins.drop(database, command);
      case "fsync", "endSessions" -> {}
      case "rotateCertificates" -> rotation.run();
      case "hello", "isMaster", "ismaster" -> {
        return greet(channel, database, command);
      }
      default -> {
        return super.handleCommand(channel, database, name, command);
      }
    }
    return new Document("ok", 1.0);
  }

  /** A client without a configured mechanism asks for those of the user. */
  private Document greet(Channel channel, String database, Document command) {
    Document answer = super.handleCommand(channel, database, "ismaster", command);
    if (command.get("saslSupportedMechs") instanceof String user
        && logins.verifier(user).isPresent()) {
      answer.append("saslSupportedMechs", List.of("SCRAM-SHA-256"));
    }
    return answer;
  }

  private Document begin(Channel channel, String database, String message) {
    Scram login = new Scram(database, logins::verifier);
    String answer = login.first(message);
    started.put(channel, login);
    return said(answer, false);
  }

  private Document end(Channel channel, String message) {
    Scram login = Optional.ofNullable(started.remove(channel)).orElseThrow();
    String answer = login.second(message);
    loggedIn.put(channel, login.user());
    return said(answer, true);
  }

  private static String text(Document command) {
    return new String(((BinData) command.get("payload")).getData(), StandardCharsets.UTF_8);
  }

  private static Document said(String answer, boolean done) {
    return new Document("conversationId", 1)
        .append("done", done)
        .append("payload", new BinData(answer.getBytes(StandardCharsets.UTF_8)))
        .append("ok", 1.0);
  }

  private void requireAllowed(Channel channel, String database, String name) {
    String user = loggedIn.get(channel);
    if (user == null) {
      throw unauthorized("command %s requires authentication".formatted(name));
    }
    if (!name.equals("ping") && !logins.mayUse(user, database)) {
      throw unauthorized("not authorized on %s to execute command %s".formatted(database, name));
    }
  }

  private static MongoServerError unauthorized(String message) {
    return new MongoServerError(UNAUTHORIZED, "Unauthorized", message);
  }

  private static boolean isJournaled(Document command) {
    return command.get("writeConcern") instanceof Document concern
        && Boolean.TRUE.equals(concern.get("j"));
  }

  @Override
  public void handleClose(Channel channel) {
    started.remove(channel);
    loggedIn.remove(channel);
    super.handleClose(channel);
  }
}
