package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.Passwords;
import dev.goldenrod.engine.PrivateFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last step of preparing data for clones: it gives the logins verifiers that a clone can
 * replace in the file of {@code pg_authid}, before its server starts, by its own. A superuser then
 * needs no login in a clone.
 */
public final class ReplaceableVerifiers {
  private static final Logger LOG = LoggerFactory.getLogger(ReplaceableVerifiers.class);

  private static final String ROLE_VERIFIER =
      "UPDATE pg_catalog.pg_authid SET rolpassword = '%s' WHERE rolname = '%s'";

  /** Writes a new file, in which no version of a row is left but the current one. */
  private static final String REWRITE = "VACUUM (FULL) pg_catalog.pg_authid";

  private static final String FILE =
      """
      SELECT pg_catalog.pg_relation_filepath('pg_catalog.pg_authid'),
             (SELECT rolpassword FROM pg_catalog.pg_authid WHERE rolname = '%s'),
             CASE WHEN pg_catalog.current_setting('block_size') = '%d'
                   AND pg_catalog.pg_relation_size('pg_catalog.pg_authid') <= %d
                  THEN pg_catalog.pg_read_binary_file(
                         pg_catalog.pg_relation_filepath('pg_catalog.pg_authid')) END
      """
          .formatted(PostgresLogin.ADMIN, PageChecksum.PAGE_BYTES, VerifierPlaces.LARGEST);

  private ReplaceableVerifiers() {}

  /**
   * Gives the clones' role a random password that is not kept, and saves where the hashes of its
   * and the superuser's password, their verifiers, are in the file. Saves nothing if they are not
   * certain; clones then log in as superuser. Roles must not change afterwards, and the server must
   * be shut down cleanly.
   *
   * @param admin a superuser's connection outside of a transaction
   * @param files files beside the data
   */
  public static void prepare(Connection admin, PrivateFiles files) throws SQLException {
    String verifier = ScramVerifier.of(Passwords.random());
    Sql.run(admin, ROLE_VERIFIER.formatted(verifier, PostgresLogin.CLONE_ROLE));
    Sql.run(admin, REWRITE);
    // Small files get their final page headers only when the server's cache is written.
    Sql.run(admin, "CHECKPOINT");
    Sql.list(admin, FILE, row -> find(row, verifier))
        .get(0)
        .ifPresentOrElse(
            places -> places.save(files),
            () -> {
              LOG.debug("The verifiers of the data cannot be replaced without a login");
              VerifierPlaces.forget(files);
            });
  }

  private static Optional<VerifierPlaces> find(ResultSet row, String roleVerifier)
      throws SQLException {
    String adminVerifier = row.getString(2);
    byte[] content = row.getBytes(3);
    return content == null || !isReplaceable(adminVerifier)
        ? Optional.empty()
        : VerifierPlaces.find(row.getString(1), content, roleVerifier, adminVerifier);
  }

  /** The superuser's next verifier has one hash round, which takes fewer bytes than thousands. */
  private static boolean isReplaceable(String adminVerifier) {
    return adminVerifier.length() == ScramVerifier.ofRandom(Passwords.random()).length();
  }
}
