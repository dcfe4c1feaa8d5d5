package dev.goldenrod.engine.mongodb.standin;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The users of a server. All but the cluster members' user are saved in its files. */
final class Logins {
  private static final String MEMBERS = "local.__system";
  private static final int USER_NOT_FOUND = 11;
  private static final int USER_EXISTS = 51003;

  private final MVMap<String, String> users;
  private final MVMap<String, String> roles;
  private Optional<Scram.Verifier> members = Optional.empty();

  Logins(MVStore store) {
    this.users = store.openMap("users");
    this.roles = store.openMap("roles");
  }

  void takeMembers(String key) {
    members = Optional.of(Scram.verifier(key));
  }

  Optional<Scram.Verifier> verifier(String user) {
    return user.equals(MEMBERS)
        ? members
        : Optional.ofNullable(users.get(user)).map(Scram.Verifier::parse);
  }

  boolean mayUse(String user, String database) {
    return user.equals(MEMBERS)
        || Stream.of(roles.getOrDefault(user, "").split(","))
            .anyMatch(role -> allows(role, database));
  }

  private static boolean allows(String role, String database) {
    return role.equals("admin.userAdminAnyDatabase") || role.equals(database + ".dbOwner");
  }

  void create(String database, Document command) {
    String user = database + "." + command.get("createUser");
    if (users.containsKey(user)) {
      throw new MongoServerError(USER_EXISTS, "Location51003", "User already exists");
    }
    put(user, command);
  }

  void update(String database, Document command) {
    String user = database + "." + command.get("updateUser");
    requireKnown(user);
    put(user, command);
  }

  void drop(String database, Document command) {
    String user = database + "." + command.get("dropUser");
    requireKnown(user);
    users.remove(user);
    roles.remove(user);
  }

  private void requireKnown(String user) {
    if (!users.containsKey(user)) {
      throw new MongoServerError(USER_NOT_FOUND, "UserNotFound", "User not found");
    }
  }

  private void put(String user, Document command) {
    users.put(user, Scram.verifier((String) command.get("pwd")).text());
    if (command.get("roles") instanceof List<?> given) {
      roles.put(user, String.join(",", given.stream().map(Logins::role).toList()));
    }
  }

  private static String role(Object role) {
    Document named = (Document) role;
    return named.get("db") + "." + named.get("role");
  }
}
