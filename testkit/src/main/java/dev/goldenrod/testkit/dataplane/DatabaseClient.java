package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.instance.Credentials;

/**
 * Access of the tests to a database, in which they store one value.
 *
 * @param writing replaces the value
 * @param unflushedWriting replaces the value in many asynchronously committed transactions, if the
 *     engine supports that
 * @param reading reads the value; empty if none was written
 * @param passwordChange changes the password as the user of the login
 */
public record DatabaseClient(
    Writing writing, Writing unflushedWriting, Reading reading, Writing passwordChange) {
  /** An operation with a login and a text. */
  public interface Writing {
    void run(Credentials login, String text) throws Exception;
  }

  /** An operation that reads with a login. */
  public interface Reading {
    String run(Credentials login) throws Exception;
  }

  /** Creates a client for an engine without asynchronous commits. */
  public DatabaseClient(Writing writing, Reading reading, Writing passwordChange) {
    this(writing, writing, reading, passwordChange);
  }

  /** Returns a copy that connects through a local port. */
  DatabaseClient at(int port) {
    return new DatabaseClient(
        (login, value) -> writing.run(at(login, port), value),
        (login, value) -> unflushedWriting.run(at(login, port), value),
        login -> reading.run(at(login, port)),
        (login, password) -> passwordChange.run(at(login, port), password));
  }

  private static Credentials at(Credentials login, int port) {
    String host = "127.0.0.1";
    return new Credentials(
        login.uri().replace(login.host() + ":" + login.port(), host + ":" + port),
        host,
        port,
        login.dbname(),
        login.username(),
        login.password());
  }

  public void write(Credentials login, String value) throws Exception {
    writing.run(login, value);
  }

  public void writeUnflushed(Credentials login, String value) throws Exception {
    unflushedWriting.run(login, value);
  }

  public String read(Credentials login) throws Exception {
    return reading.run(login);
  }

  public void changePassword(Credentials login, String password) throws Exception {
    passwordChange.run(login, password);
  }
}
