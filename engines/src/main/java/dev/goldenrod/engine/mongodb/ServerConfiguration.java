package dev.goldenrod.engine.mongodb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerContext.ServerTls;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The complete configuration of a server, as JSON, which is valid YAML. Holds no secret.
 *
 * <p>Options that not all releases have are left to their defaults: the journal is on, and free
 * monitoring is off until an administrator enables it.
 *
 * @param keyFile with the password of cluster members; empty for none
 */
record ServerConfiguration(ServerContext context, Optional<Path> keyFile) {
  private static final ObjectWriter JSON = new ObjectMapper().writerWithDefaultPrettyPrinter();
  private static final String MAIN = "mongod.conf";
  private static final int MIB_PER_GIB = 1024;

  /** The smallest {@code cacheSizeGB} of MongoDB. A {@code configString} may be smaller. */
  private static final double LEAST_CACHE_GIB = 0.25;

  Path main() {
    return context.configuration().resolve(MAIN);
  }

  Map<String, String> texts() {
    Map<String, Object> all =
        new TreeMap<>(
            Map.of(
                "storage",
                storage(),
                "net",
                net(),
                "security",
                security(),
                "setParameter",
                // Otherwise any local client could create the first user.
                Map.of(
                    "enableLocalhostAuthBypass", false, "diagnosticDataCollectionEnabled", false),
                // Otherwise each connection adds two lines to the log.
                "systemLog",
                Map.of("quiet", true),
                "processManagement",
                Map.of("pidFilePath", context.data().resolve(MongoDbServer.PID_FILE).toString())));
    try {
      return Map.of(MAIN, JSON.writeValueAsString(all) + "\n");
    } catch (JsonProcessingException e) {
      throw new DataPlaneException("cannot write MongoDB's configuration: " + e.getMessage(), e);
    }
  }

  private Map<String, Object> storage() {
    return Map.of(
        "dbPath",
        context.data().toString(),
        "engine",
        "wiredTiger",
        "wiredTiger",
        Map.of("engineConfig", cache()));
  }

  /** Half of the memory, as MongoDB's own default, or a quarter if half is below its minimum. */
  private Map<String, Object> cache() {
    int memory = context.memoryMib();
    double half = memory / 2.0 / MIB_PER_GIB;
    return half < LEAST_CACHE_GIB
        ? Map.of("configString", "cache_size=%dM".formatted(memory / 4))
        : Map.of("cacheSizeGB", half);
  }

  private Map<String, Object> net() {
    Map<String, Object> net =
        new TreeMap<>(
            Map.of(
                "bindIp", String.join(",", context.addresses()),
                "ipv6", context.addresses().stream().anyMatch(address -> address.contains(":")),
                "port", context.port(),
                // Each connection has a stack of up to 1 MiB.
                "maxIncomingConnections", context.memoryMib() / 2,
                // The path of a Unix socket is limited to 107 characters.
                "unixDomainSocket", Map.of("enabled", false)));
    context.tls().ifPresent(tls -> net.put("tls", tls(tls)));
    return net;
  }

  /** Clients have a password and need no certificate. */
  private static Map<String, Object> tls(ServerTls tls) {
    return Map.of(
        "mode",
        "requireTLS",
        "certificateKeyFile",
        tls.identity().toString(),
        "CAFile",
        tls.authority().toString(),
        "allowConnectionsWithoutCertificates",
        true,
        "disabledProtocols",
        "TLS1_0,TLS1_1");
  }

  private Map<String, Object> security() {
    Map<String, Object> security = new TreeMap<>(Map.of("authorization", "enabled"));
    keyFile.ifPresent(file -> security.put("keyFile", file.toString()));
    return security;
  }
}
