package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.postgres.imports.source.LimitedSocket.SourceLimitException;
import dev.goldenrod.port.DataPlaneException;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.postgresql.util.PSQLException;

/** Explains with a remedy why a login to a source failed. */
final class LoginFailure {
  /** Part of the driver's message; its SQLSTATE also stands for other failures. */
  private static final String METHODS = "requireAuth";

  /** PgBouncer names the startup parameter, Amazon's proxy the command-line options. */
  private static final Pattern OF_OPTIONS = Pattern.compile("startup parameter|\\boptions\\b");

  private LoginFailure() {}

  static DataPlaneException explain(SourceLogin login, SQLException failure) {
    return new DataPlaneException(login.describe() + " " + reason(login, failure), failure);
  }

  /** Returns whether the driver refused the authentication method that the source asked for. */
  static boolean isByMethod(SQLException failure) {
    return failure instanceof PSQLException refusal
        && refusal.getServerErrorMessage() == null
        && String.valueOf(refusal.getMessage()).contains(METHODS);
  }

  /** Returns whether the source, or a pooler before it, refused the login's startup options. */
  static boolean isByOptions(SQLException failure) {
    return failure instanceof PSQLException refusal
        && refusal.getServerErrorMessage() != null
        && OF_OPTIONS.matcher(String.valueOf(refusal.getMessage())).find();
  }

  private static String reason(SourceLogin login, SQLException failure) {
    if (isByMethod(failure)) {
      return "requests the password in clear text, which would reveal it to the server that answers, and did not get it: use sslmode verify-full, or scram-sha-256 in the source's pg_hba.conf";
    }
    return byCause(login, failure).orElseGet(() -> byState(login, failure));
  }

  private static Optional<String> byCause(SourceLogin login, SQLException failure) {
    Optional<String> limit = limit(failure);
    if (limit.isPresent()) {
      return limit.map("does not complete the login: "::concat);
    }
    if (hasCause(failure, UnknownHostException.class)) {
      return Optional.of(
          "cannot be reached: unknown host '%s'; check the source's host, and the DNS of the server or agent that imports"
              .formatted(login.host()));
    }
    if (hasCause(failure, SocketTimeoutException.class)) {
      return Optional.of(
          "cannot be reached: no answer in time; check host, port and the firewalls in between");
    }
    if (hasCause(failure, NoRouteToHostException.class)) {
      return Optional.of("cannot be reached: no route to the host; check host and network");
    }
    if (hasCause(failure, ConnectException.class)) {
      return Optional.of(
          "cannot be reached: connection refused; is PostgreSQL running there, and is the port right?");
    }
    if (hasCause(failure, SSLException.class)) {
      return Optional.of(
          "refused TLS (sslmode %s): %s; check the certificate or the source's sslmode"
              .formatted(sslmode(login), failure.getMessage()));
    }
    if (hasCause(failure, EOFException.class) || hasCause(failure, SocketException.class)) {
      return Optional.of(
          "cannot be reached: the connection was closed without an answer; is PostgreSQL running there, or a load balancer or proxy without a server behind it?");
    }
    return Optional.empty();
  }

  private static String byState(SourceLogin login, SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    String message = String.valueOf(failure.getMessage());
    return switch (state) {
      case "28P01" ->
          "was refused: wrong password or no such user; correct the source's secret with 'goldenrod secret put', or the Secret on Kubernetes";
      case "28000" ->
          "was refused: %s; check the source's pg_hba.conf and the sslmode (%s)"
              .formatted(message, sslmode(login));
      case "3D000" -> "has no database '%s'; check the source's dbname".formatted(login.database());
      case "42501" -> "may not connect: %s; grant the user CONNECT".formatted(message);
      case "53300" -> "was refused: %s; free a connection there".formatted(message);
      case "57P03" -> "was refused: %s; wait until it is up".formatted(message);
      default ->
          message.contains("SSL")
              ? "refused TLS (sslmode %s): %s; change the source's sslmode"
                  .formatted(sslmode(login), message)
              : "rejects the login: %s (SQLSTATE %s)".formatted(message, state);
    };
  }

  /** Returns the message of the session limit that was exceeded, if one was. */
  static Optional<String> limit(Throwable failure) {
    return causes(failure)
        .filter(SourceLimitException.class::isInstance)
        .map(Throwable::getMessage)
        .findFirst();
  }

  private static String sslmode(SourceLogin login) {
    return login.sslmode().isEmpty() ? "prefer" : login.sslmode();
  }

  private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
    return causes(failure).anyMatch(type::isInstance);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(10);
  }
}
