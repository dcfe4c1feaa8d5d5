package dev.goldenrod.engine.mongodb;

import dev.goldenrod.engine.DatabaseInfo;
import java.util.List;
import org.bson.Document;

/** Commands that create users and set passwords. Acknowledged commands survive a kill. */
final class Users {
  private static final List<String> MECHANISMS = List.of("SCRAM-SHA-256");

  private Users() {}

  /** Creates the client user, who owns its database and can access no other. */
  static Document make(DatabaseInfo info, String password) {
    return command("createUser", info.user(), password)
        .append("roles", List.of(role("dbOwner", info.database())));
  }

  /** Sets the client user's password and restores its roles. */
  static Document passwordOf(DatabaseInfo info, String password) {
    return command("updateUser", info.user(), password)
        .append("roles", List.of(role("dbOwner", info.database())));
  }

  /** Creates the administrator, who manages users and flushes the cache, but cannot read data. */
  static Document makeAdmin(String password) {
    return command("createUser", MongoDbSession.ADMIN, password)
        .append(
            "roles",
            List.of(
                role("userAdminAnyDatabase", MongoDbSession.ADMIN_DATABASE),
                role("hostManager", MongoDbSession.ADMIN_DATABASE)))
        .append(
            "authenticationRestrictions",
            List.of(new Document("clientSource", List.of(MongoDbSession.LOOPBACK))));
  }

  static Document passwordOfAdmin(String password) {
    return command("updateUser", MongoDbSession.ADMIN, password);
  }

  private static Document command(String name, String user, String password) {
    return new Document(name, user)
        .append("pwd", password)
        .append("mechanisms", MECHANISMS)
        .append("writeConcern", new Document("w", 1).append("j", true));
  }

  private static Document role(String role, String database) {
    return new Document("role", role).append("db", database);
  }
}
