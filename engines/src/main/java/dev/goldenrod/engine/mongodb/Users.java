package dev.goldenrod.engine.mongodb;

import dev.goldenrod.engine.DatabaseInfo;
import java.util.List;
import org.bson.Document;

/** The commands that make users and set their passwords. What they were answered, a kill keeps. */
final class Users {
  private static final List<String> MECHANISMS = List.of("SCRAM-SHA-256");

  private Users() {}

  /** Makes the user that clients are given, who owns its database and knows no other. */
  static Document make(DatabaseInfo info, String password) {
    return command("createUser", info.user(), password)
        .append("roles", List.of(role("dbOwner", info.database())));
  }

  /** Sets that user's password. Roles that it lost come back with it. */
  static Document passwordOf(DatabaseInfo info, String password) {
    return command("updateUser", info.user(), password)
        .append("roles", List.of(role("dbOwner", info.database())));
  }

  /** Makes the administrator, who makes users, writes out what is cached, and reads no data. */
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

  /** Sets the administrator's password. */
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
