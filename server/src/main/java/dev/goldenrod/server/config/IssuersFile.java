package dev.goldenrod.server.config;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.identity.ProgramGrant;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.oidc.IssuerSettings;
import dev.goldenrod.oidc.TokenExchange;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** The file with the issuers of single sign-on. */
public final class IssuersFile {
  private static final Set<String> KEYS = Set.of("url", "issuers");
  private static final Set<String> ISSUER_KEYS =
      Set.of(
          "id",
          "name",
          "url",
          "client-id",
          "client-secret-file",
          "scopes",
          "groups-claim",
          "members",
          "roles",
          "other-role",
          "contact",
          "exchange");
  private static final Set<String> EXCHANGE_KEYS = Set.of("audience", "rules");
  private static final Set<String> RULE_KEYS = Set.of("claims", "member", "scopes", "ttl");
  private static final Set<String> MEMBERS_KEYS = Set.of("domains", "groups", "link-existing");

  private final Path path;
  private final Function<Path, String> secrets;

  /**
   * The issuers, and the URL at which browsers reach this server.
   *
   * @param url without a path
   */
  public record Content(URI url, List<IssuerSettings> issuers) {
    public Content {
      issuers = List.copyOf(issuers);
    }
  }

  private IssuersFile(Path path, Function<Path, String> secrets) {
    this.path = path;
    this.secrets = secrets;
  }

  /**
   * Reads the file.
   *
   * @param secrets reads the secret in a file
   * @throws ConfigFile.InvalidException if the file is unreadable, has an unknown key, or a value
   *     cannot be used
   */
  public static Content read(Path path, Function<Path, String> secrets) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try (Reader text = Files.newBufferedReader(path)) {
      Object root = new Yaml(new SafeConstructor(options)).load(text);
      return new IssuersFile(path, secrets).content(root);
    } catch (IOException | YAMLException e) {
      throw new ConfigFile.InvalidException(path + " cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException | ControlPlaneException e) {
      throw new ConfigFile.InvalidException(path + ": " + e.getMessage(), e);
    }
  }

  private Content content(Object root) {
    YamlMap map = YamlMap.of("the file", root, KEYS);
    URI url = uri(map.text("url"));
    if (!isOrigin(url)) {
      throw new IllegalArgumentException(
          "url '%s' must be that of this server, as in https://goldenrod.example".formatted(url));
    }
    List<IssuerSettings> issuers = new ArrayList<>();
    for (Object one : map.list("issuers")) {
      issuers.add(issuer(YamlMap.of("an issuer", one, ISSUER_KEYS)));
    }
    if (issuers.isEmpty()) {
      throw new IllegalArgumentException("issuers must not be empty");
    }
    return new Content(url, issuers);
  }

  private static boolean isOrigin(URI url) {
    return url.getHost() != null
        && Set.of("http", "https").contains(String.valueOf(url.getScheme()))
        && url.getRawPath().isEmpty()
        && url.getQuery() == null
        && url.getUserInfo() == null;
  }

  private static URI uri(String text) {
    return URI.create(text.strip());
  }

  private IssuerSettings issuer(YamlMap map) {
    String id = map.text("id");
    try {
      return new IssuerSettings(
          id,
          map.text("name"),
          uri(map.text("url")),
          map.find("client-id").orElse(""),
          map.find("client-secret-file").map(path::resolveSibling).map(secrets).orElse(""),
          map.texts("scopes").orElse(List.of("email", "profile")),
          map.find("groups-claim").orElse("groups"),
          rules(map),
          exchange(map));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("issuer '%s': %s".formatted(id, e.getMessage()), e);
    }
  }

  private static MembershipRules rules(YamlMap map) {
    YamlMap members = map.map("members", MEMBERS_KEYS);
    Map<String, Role> roles = new LinkedHashMap<>();
    map.anyMap("roles").forEach((group, role) -> roles.put(group, role("roles", role)));
    Optional<Role> given = map.find("other-role").map(role -> role("other-role", role));
    return new MembershipRules(
        Set.copyOf(members.texts("domains").orElse(List.of())),
        Set.copyOf(members.texts("groups").orElse(List.of())),
        roles,
        given.isEmpty() && roles.isEmpty() ? Optional.of(Role.USER) : given,
        members.isTrue("link-existing"),
        map.find("contact").orElse("an admin of this server"));
  }

  private static Role role(String key, String name) {
    return Role.parse(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has '%s'; it must be viewer, user, operator or admin"
                        .formatted(key, name)));
  }

  private static Optional<TokenExchange> exchange(YamlMap issuer) {
    if (issuer.values().get("exchange") == null) {
      return Optional.empty();
    }
    YamlMap map = issuer.map("exchange", EXCHANGE_KEYS);
    List<TokenExchange.Rule> rules = new ArrayList<>();
    for (Object one : map.list("rules")) {
      rules.add(exchangeRule(YamlMap.of("a rule of exchange", one, RULE_KEYS)));
    }
    return Optional.of(new TokenExchange(map.text("audience"), rules));
  }

  private static TokenExchange.Rule exchangeRule(YamlMap map) {
    Duration life =
        Ttl.parseDuration(map.find("ttl").orElse("15m"))
            .orElseThrow(() -> new IllegalArgumentException("ttl must be 1m to 12h"));
    return new TokenExchange.Rule(
        map.anyMap("claims"),
        new ProgramGrant(
            map.text("member"), map.texts("scopes").map(Scopes::of).orElse(Scopes.ALL), life));
  }
}
