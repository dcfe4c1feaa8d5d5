package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
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
 * Where a database is reached, and as whom.
 *
 * @param version of the engine, as in {@code 15}; empty when it is not known
 * @param uri the connection string, password included
 * @param hostAddress where the host is reached, whatever its name says; empty where that says it
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
  /** Variables that would lead a program to another server, or there in another way. */
  public static final Set<String> MISLEADING =
      Set.of("PGHOSTADDR", "PGSERVICE", "PGSSLMODE", "PGREQUIRESSL");

  private static final String VERIFY_FULL = "sslmode=verify-full";
  private static final String HOST_ADDRESS = "&hostaddr=";

  private static final Pattern URI_FORM =
      Pattern.compile(
          "(postgresql|mysql|mongodb)://[^/@?#]+@[^/@?#]+/[^/?#]+"
              + "(\\?(sslmode=(require|verify-full)|sslMode=(REQUIRED|VERIFY_IDENTITY)"
              + "|tls=true(&tlsAllowInvalidCertificates=true)?))?");

  /** What stands before the host, the host itself, and its port. */
  private static final Pattern ADDRESS =
      Pattern.compile("(://(?:[^/@]*@)?)(\\[[^]]*]|[^/:?]*)(?::\\d+)?");

  private static final Pattern SERVER_CHECK =
      Pattern.compile("[?&](sslmode=verify-full|sslMode=VERIFY_IDENTITY|tls=true)(&|$)");
  private static final Pattern AUTHORITIES =
      Pattern.compile("[?&](?:sslrootcert|tlsCAFile|serverSslCert)=([^&]+)");

  private static final Pattern SSL_MODE = Pattern.compile("[?&]sslmode=([a-z-]+)");

  /** Of the answer with a clone's credentials. */
  static Login ofCredentials(JsonNode credentials) {
    return of(credentials.path("uri").asText(), "", "dbname", credentials);
  }

  /** Of a database that its owner was shown. */
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
      // Drivers would take more parameters of it, which read files or run code.
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
        ExitCode.NO_SERVER, "the server names no connection string that this program knows");
  }

  /**
   * The same by way of another address. Where the server's certificate is to be of its name, libpq
   * is told both: which name it checks, and the address that it goes to in its place.
   */
  public Login at(String address, int otherPort) {
    boolean isNameChecked = engine == Engine.POSTGRESQL && uri.contains(VERIFY_FULL);
    String to = (isNameChecked ? "$2" : Matcher.quoteReplacement(address)) + ":" + otherPort;
    String moved = ADDRESS.matcher(uri).replaceFirst("$1" + to);
    return isNameChecked
        ? with(moved + HOST_ADDRESS + address, host, otherPort, address)
        : with(moved, address, otherPort, "");
  }

  /** Whether clients are told to check the server's certificate and its name. */
  boolean isServerChecked() {
    return SERVER_CHECK.matcher(uri).find() && !uri.contains("tlsAllowInvalidCertificates");
  }

  /** The same for clients that know the certificates of that file, where their URI can say so. */
  Login trusting(Path authorities) {
    String file = encoded(authorities.toString()).replace("%2F", "/");
    return switch (engine) {
      case POSTGRESQL -> with(uri + "&sslrootcert=" + file, host, port, hostAddress);
      case MONGODB -> with(uri + "&tlsCAFile=" + file, host, port, hostAddress);
      case MYSQL -> with(uri + "&serverSslCert=" + file, host, port, hostAddress);
    };
  }

  /** The file of {@link #trusting}; empty where there is none. */
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
   * The JDBC URL, which takes user and password beside it. Drivers of JDBC know one host alone:
   * where libpq is told two, they check the certificate's authority, and not its name.
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

  /** The JDBC URL with user and password in it. */
  String jdbcUrlWithPassword() {
    String url = jdbcUrl();
    return url
        + (url.contains("?") ? "&" : "?")
        + "user="
        + encoded(username)
        + "&password="
        + encoded(password);
  }

  private static String encoded(String text) {
    return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** What programs find it by, in the variables that they commonly read. */
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

  /** What libpq reads. */
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

  /** What Spring Boot reads. */
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

  /** Everything but the secrets. */
  @Override
  public String toString() {
    return "Login[%s@%s:%d/%s]".formatted(username, host, port, database);
  }
}
