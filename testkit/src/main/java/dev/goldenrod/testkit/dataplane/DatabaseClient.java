package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.instance.Credentials;

/**
 * What the tests do in a database by its login: they keep one value there.
 *
 * @param writing writes the value over the one before
 * @param unflushedWriting does the same in many transactions that the server answers before they
 *     are on its disk, if its clients can ask for that
 * @param reading reads the value; empty when none was written since the database was made
 * @param passwordChange gives the login's user another password, as that user does
 */
public record DatabaseClient(
    Writing writing, Writing unflushedWriting, Reading reading, Writing passwordChange) {
  /** Uses the login with a text. */
  public interface Writing {
    void run(Credentials login, String text) throws Exception;
  }

  /** Uses the login to read. */
  public interface Reading {
    String run(Credentials login) throws Exception;
  }

  /** One that cannot ask the server to answer early. */
  public DatabaseClient(Writing writing, Reading reading, Writing passwordChange) {
    this(writing, writing, reading, passwordChange);
  }

  /** The same, by a port of this machine in place of the login's own endpoint. */
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
