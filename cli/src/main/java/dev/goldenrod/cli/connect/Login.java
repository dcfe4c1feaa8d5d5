package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address and credentials of a database.
 *
 * @param version the engine's version, as in {@code 15}; empty if unknown
 * @param uri the connection string, password included
 * @param hostAddress address to connect to; empty to resolve the host name
 */
public record Login(
    Engine engine,
    String version,
    String uri,
    String host,
    int port,
    String hostAddress,
    String database,
    String username,
    String password) {
  /** Environment variables that would make libpq connect to another server or in another way. */
  public static final Set<String> MISLEADING =
      Set.of("PGHOSTADDR", "PGSERVICE", "PGSSLMODE", "PGREQUIRESSL");

  private static final String VERIFY_FULL = "sslmode=verify-full";
  private static final String HOST_ADDRESS = "&hostaddr=";

  private static final Pattern URI_FORM =
      Pattern.compile(
          "(postgresql|mysql|mongodb)://[^/@?#]+@[^/@?#]+/[^/?#]+"
              + "(\\?(sslmode=(require|verify-full)|sslMode=(REQUIRED|VERIFY_IDENTITY)"
              + "|tls=true(&tlsAllowInvalidCertificates=true)?))?");

  /** Groups: what precedes the host, and the host. */
  private static final Pattern ADDRESS =
      Pattern.compile("(://(?:[^/@]*@)?)(\\[[^]]*]|[^/:?]*)(?::\\d+)?");

  private static final Pattern SERVER_CHECK =
      Pattern.compile("[?&](sslmode=verify-full|sslMode=VERIFY_IDENTITY|tls=true)(&|$)");
  private static final Pattern AUTHORITIES =
      Pattern.compile("[?&](?:sslrootcert|tlsCAFile|serverSslCert)=([^&]+)");

  private static final Pattern SSL_MODE = Pattern.compile("[?&]sslmode=([a-z-]+)");

  /** Reads the API's response with a clone's credentials. */
  static Login ofCredentials(JsonNode credentials) {
    return of(credentials.path("uri").asText(), "", "dbname", credentials);
  }

  /**
   * Reads the login from the API's response with a database, which contains it only for the owner.
   */
  static Login ofDatabase(JsonNode database) {
    Login login =
        of(
            database.path("url").asText(),
            database.path("version").asText(),
            "database",
            database.path("connection"));
    if (!login.engine.scheme().equals(database.path("type").asText())) {
      throw unknownConnectionString();
    }
    return login;
  }

  private static Login of(String uri, String version, String nameField, JsonNode parts) {
    if (!URI_FORM.matcher(uri).matches()) {
      // Drivers accept further URI parameters, some of which read files or run code.
      throw unknownConnectionString();
    }
    return new Login(
        Engine.ofUri(uri),
        version,
        uri,
        parts.path("host").asText(),
        parts.path("port").asInt(),
        "",
        parts.path(nameField).asText(),
        parts.path("username").asText(),
        parts.path("password").asText());
  }

  private static CliException unknownConnectionString() {
    return new CliException(
        ExitCode.NO_SERVER,
        "the server's connection string has a form that this program does not support");
  }

  /**
   * Returns a copy for another address. If libpq verifies the host name in the server's
   * certificate, the host name is kept and the address is passed in addition.
   */
  public Login at(String address, int otherPort) {
    boolean isNameChecked = engine == Engine.POSTGRESQL && uri.contains(VERIFY_FULL);
    String to = (isNameChecked ? "$2" : Matcher.quoteReplacement(address)) + ":" + otherPort;
    String moved = ADDRESS.matcher(uri).replaceFirst("$1" + to);
    return isNameChecked
        ? with(moved + HOST_ADDRESS + address, host, otherPort, address)
        : with(moved, address, otherPort, "");
  }

  /** Returns whether clients verify the server's certificate and host name. */
  boolean isServerChecked() {
    return SERVER_CHECK.matcher(uri).find() && !uri.contains("tlsAllowInvalidCertificates");
  }

  /** Returns a copy whose URI tells clients to trust the authorities in the file. */
  Login trusting(Path authorities) {
    String file = ApiConnection.encode(authorities.toString()).replace("%2F", "/");
    return switch (engine) {
      case POSTGRESQL -> with(uri + "&sslrootcert=" + file, host, port, hostAddress);
      case MONGODB -> with(uri + "&tlsCAFile=" + file, host, port, hostAddress);
      case MYSQL -> with(uri + "&serverSslCert=" + file, host, port, hostAddress);
    };
  }

  /** Returns the file of {@link #trusting}; empty if none was set. */
  Optional<String> authorities() {
    Matcher file = AUTHORITIES.matcher(uri);
    return file.find()
        ? Optional.of(URLDecoder.decode(file.group(1), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  private Login with(String otherUri, String otherHost, int otherPort, String address) {
    return new Login(
        engine, version, otherUri, otherHost, otherPort, address, database, username, password);
  }

  /**
   * Returns the JDBC URL without user and password. JDBC drivers know only one host name, so for
   * another address they verify the certificate's authority but not its host name.
   */
  String jdbcUrl() {
    String url = "jdbc:" + uri.replaceFirst("//[^/@]*@", "//");
    return hostAddress.isEmpty()
        ? url
        : ADDRESS
            .matcher(url)
            .replaceFirst("$1" + Matcher.quoteReplacement(hostAddress) + ":" + port)
            .replace(VERIFY_FULL, "sslmode=verify-ca")
            .replace(HOST_ADDRESS + hostAddress, "");
  }

  String jdbcUrlWithPassword() {
    String url = jdbcUrl();
    return url
        + (url.contains("?") ? "&" : "?")
        + "user="
        + ApiConnection.encode(username)
        + "&password="
        + ApiConnection.encode(password);
  }

  /** Returns the environment variables in which programs commonly look for the database. */
  public Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("DATABASE_URL", uri);
    switch (engine) {
      case POSTGRESQL -> variables.putAll(postgres());
      case MYSQL -> variables.putAll(mysql());
      case MONGODB -> variables.put("MONGODB_URI", uri);
    }
    variables.putAll(spring());
    return variables;
  }

  Map<String, String> postgres() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PGHOST", host);
    if (!hostAddress.isEmpty()) {
      variables.put("PGHOSTADDR", hostAddress);
    }
    variables.put("PGPORT", "" + port);
    variables.put("PGUSER", username);
    variables.put("PGPASSWORD", password);
    variables.put("PGDATABASE", database);
    Matcher sslMode = SSL_MODE.matcher(uri);
    if (sslMode.find()) {
      variables.put("PGSSLMODE", sslMode.group(1));
    }
    authorities().ifPresent(file -> variables.put("PGSSLROOTCERT", file));
    return variables;
  }

  private Map<String, String> mysql() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("MYSQL_HOST", host);
    variables.put("MYSQL_PORT", "" + port);
    variables.put("MYSQL_TCP_PORT", "" + port);
    variables.put("MYSQL_USER", username);
    variables.put("MYSQL_PASSWORD", password);
    variables.put("MYSQL_PWD", password);
    variables.put("MYSQL_DATABASE", database);
    authorities().ifPresent(file -> variables.put("MYSQL_SSL_CA", file));
    return variables;
  }

  Map<String, String> spring() {
    Map<String, String> variables = new LinkedHashMap<>();
    if (engine == Engine.MONGODB) {
      variables.put("SPRING_DATA_MONGODB_URI", uri);
      variables.put("SPRING_MONGODB_URI", uri);
    } else {
      variables.put("SPRING_DATASOURCE_URL", jdbcUrl());
      variables.put("SPRING_DATASOURCE_USERNAME", username);
      variables.put("SPRING_DATASOURCE_PASSWORD", password);
    }
    return variables;
  }

  /** Omits the secrets. */
  @Override
  public String toString() {
    return "Login[%s@%s:%d/%s]".formatted(username, host, port, database);
  }
}
