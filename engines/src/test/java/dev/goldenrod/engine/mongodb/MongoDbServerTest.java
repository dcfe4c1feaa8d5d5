package dev.goldenrod.engine.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.database.Resources;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MongoDbServerTest {
  private static final String CACHE = "/storage/wiredTiger/engineConfig/";

  @Test
  void it_is_started_with_its_configuration_alone() {
    assertThat(server(512).command())
        .containsExactly("/engines/mongod", "--config", "/volume/conf/mongod.conf");
  }

  @Test
  void nobody_gets_in_without_a_login_and_nothing_reports_home() throws Exception {
    JsonNode all = configuration(512);

    assertThat(all.at("/security/authorization").asText()).isEqualTo("enabled");
    assertThat(all.at("/security/keyFile").isMissingNode()).isTrue();
    assertThat(all.at("/setParameter/enableLocalhostAuthBypass").asBoolean(true)).isFalse();
    assertThat(all.at("/setParameter/diagnosticDataCollectionEnabled").asBoolean(true)).isFalse();
    assertThat(all.at("/net/unixDomainSocket/enabled").asBoolean(true)).isFalse();
  }

  @Test
  void it_listens_where_it_is_told_and_writes_where_its_data_is() throws Exception {
    JsonNode all = configuration(512);

    assertThat(all.at("/net/bindIp").asText()).isEqualTo("::1,127.0.0.1");
    assertThat(all.at("/net/ipv6").asBoolean()).isTrue();
    assertThat(all.at("/net/port").asInt()).isEqualTo(27117);
    assertThat(all.at("/storage/dbPath").asText()).isEqualTo("/volume/a \"data\" folder");
    assertThat(all.at("/processManagement/pidFilePath").asText())
        .isEqualTo("/volume/a \"data\" folder/mongod.pid");
  }

  @Test
  void its_cache_follows_from_its_memory() throws Exception {
    assertThat(configuration(256).at(CACHE + "configString").asText()).isEqualTo("cache_size=64M");
    assertThat(configuration(512).at(CACHE + "cacheSizeGB").asDouble()).isEqualTo(0.25);
    assertThat(configuration(4096).at(CACHE + "cacheSizeGB").asDouble()).isEqualTo(2);
  }

  @Test
  void only_lines_of_its_log_that_are_no_information_tell_why_it_ended() {
    MongoDbServer server = server(512);

    assertThat(
            server.explainsExit(
                "{\"t\":{},\"s\":\"I\",  \"c\":\"CONTROL\",\"msg\":\"Now exiting\"}"))
        .isFalse();
    assertThat(server.explainsExit("{\"t\":{},\"s\":\"E\",  \"c\":\"CONTROL\",\"msg\":\"in use\"}"))
        .isTrue();
    assertThat(server.explainsExit("Error parsing YAML config file: yaml-cpp")).isTrue();
  }

  private static JsonNode configuration(int memoryMib) throws JsonProcessingException {
    return new ObjectMapper().readTree(server(memoryMib).configuration().get("mongod.conf"));
  }

  private static MongoDbServer server(int memoryMib) {
    return new MongoDbServer(
        new ServerContext(
            "test",
            new DatabaseInfo(MongoDbEngine.TYPE, "7.0", "app", "goldenrod", Map.of()),
            new NoFiles(),
            program -> "/engines/" + program,
            Path.of("/volume/a \"data\" folder"),
            Path.of("/volume/conf"),
            List.of("::1", "127.0.0.1"),
            27117,
            new Resources(memoryMib, 0, 0),
            true,
            Optional.empty()));
  }

  private static final class NoFiles implements PrivateFiles {
    @Override
    public Optional<String> read(String name) {
      return Optional.empty();
    }

    @Override
    public void write(String name, String text) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public String createIfMissing(String name, String text) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public void rename(String from, String text, String to) {
      throw new UnsupportedOperationException(from);
    }

    @Override
    public void remove(String name) {
      throw new UnsupportedOperationException(name);
    }
  }
}
