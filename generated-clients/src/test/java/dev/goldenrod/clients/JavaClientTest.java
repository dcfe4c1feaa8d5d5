package dev.goldenrod.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.goldenrod.clients.generated.ApiClient;
import dev.goldenrod.clients.generated.ApiException;
import dev.goldenrod.clients.generated.api.DatabasesApi;
import dev.goldenrod.clients.generated.api.GoldensApi;
import dev.goldenrod.clients.generated.api.ImportsApi;
import dev.goldenrod.clients.generated.api.InstancesApi;
import dev.goldenrod.clients.generated.api.OrganisationApi;
import dev.goldenrod.clients.generated.api.SourcesApi;
import dev.goldenrod.clients.generated.model.ApiError;
import dev.goldenrod.clients.generated.model.CreateDatabaseRequest;
import dev.goldenrod.clients.generated.model.CreateSourceRequest;
import dev.goldenrod.clients.generated.model.Database;
import dev.goldenrod.clients.generated.model.DatabaseCpu;
import dev.goldenrod.clients.generated.model.DatabaseStatus;
import dev.goldenrod.clients.generated.model.DatabaseType;
import dev.goldenrod.clients.generated.model.ImportJob;
import dev.goldenrod.clients.generated.model.ImportPhase;
import dev.goldenrod.clients.generated.model.Instance;
import dev.goldenrod.clients.generated.model.InstancePhase;
import dev.goldenrod.clients.generated.model.LaunchInstanceRequest;
import dev.goldenrod.clients.generated.model.RegisterVersionRequest;
import dev.goldenrod.clients.generated.model.RequestedDatabaseConfig;
import dev.goldenrod.clients.generated.model.SourceConfig;
import dev.goldenrod.clients.generated.model.SourceKind;
import dev.goldenrod.clients.generated.model.StartImportRequest;
import dev.goldenrod.clients.generated.model.Substrate;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Uses the API through a generated Java client. */
class JavaClientTest {
  private final ServedFakes server = new ServedFakes();
  private final String token = server.token();
  private final ApiClient client = new ApiClient();

  JavaClientTest() {
    client.updateBaseUri(server.url());
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void registerShop() throws ApiException {
    RegisterVersionRequest version =
        new RegisterVersionRequest()
            .name("shop")
            .substrate(Substrate.POSTGRES)
            .vscHandle("vsc-shop")
            .sizeBytes(7L);
    assertThat(new GoldensApi(client).registerVersion(version, null).getVersion()).isEqualTo(1);
  }

  @Test
  void a_clone_is_launched_read_and_destroyed() throws Exception {
    registerShop();

    InstancesApi instances = new InstancesApi(client);
    UUID id =
        instances
            .launchInstance(new LaunchInstanceRequest().golden("shop").ttl("8h"), "one")
            .getId();
    Instance ready = instances.getInstance(id, "60s");

    assertThat(ready.getPhase()).isEqualTo(InstancePhase.READY);
    assertThat(ready.getExpiresAt()).isAfter(ready.getCreatedAt());
    assertThat(instances.getInstanceCredentials(id).getPassword()).isNotBlank();
    instances.destroyInstance(id, "two");
    assertThat(refusal(() -> instances.getInstance(id, "60s")).getCode()).isEqualTo(404);
  }

  @Test
  void a_clone_is_found_by_its_name() throws Exception {
    registerShop();
    InstancesApi instances = new InstancesApi(client);
    LaunchInstanceRequest request = new LaunchInstanceRequest().golden("shop").ttl("8h");
    instances.launchInstance(request, null);

    UUID id = instances.launchInstance(request.name("pr-17"), null).getId();

    assertThat(instances.listInstances("pr-17", null, null).getInstances())
        .singleElement()
        .satisfies(one -> assertThat(one.getId()).isEqualTo(id));
    assertThat(instances.listInstances(null, null, null).getInstances())
        .extracting(Instance::getName)
        .containsExactly(null, "pr-17");
  }

  @Test
  void what_is_wrong_with_a_request_is_told_as_an_error_with_details() throws Exception {
    ApiException refusal =
        refusal(() -> new InstancesApi(client).launchInstance(new LaunchInstanceRequest(), null));

    ApiError error = error(refusal);
    assertThat(refusal.getCode()).isEqualTo(400);
    assertThat(error.getError()).isEqualTo("invalid input: bad body");
    assertThat(error.getDetails())
        .singleElement()
        .satisfies(detail -> assertThat(detail.getField()).isEqualTo("golden"));
  }

  private ApiError error(ApiException refusal) throws JsonProcessingException {
    return client.getObjectMapper().readValue(refusal.getResponseBody(), ApiError.class);
  }

  private interface Call {
    void make() throws ApiException;
  }

  private static ApiException refusal(Call call) {
    return catchThrowableOfType(ApiException.class, call::make);
  }

  @Test
  void a_source_is_imported_and_the_audit_tells_of_it() throws Exception {
    CreateSourceRequest source =
        new CreateSourceRequest()
            .kind(SourceKind.RDS)
            .config(new SourceConfig().host("db.example").port(5432).dbname("shop"))
            .scopedCredsRef("creds");
    UUID sourceId = new SourcesApi(client).createSource(source, null).getId();

    StartImportRequest start = new StartImportRequest().sourceId(sourceId).golden("shop");
    ImportJob started = new ImportsApi(client).startImport(start, null);
    ImportJob done = new ImportsApi(client).getImport(started.getId(), "60s");

    assertThat(done.getPhase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(done.getFinishedAt()).isNotNull();
    assertThat(new SourcesApi(client).listSources().getSources().get(0).getConfig().getPort())
        .isEqualTo(5432);
    assertThat(new OrganisationApi(client).listAuditEvents(100, null, null).getEvents())
        .anySatisfy(
            event -> {
              assertThat(event.getAction()).isEqualTo("source.created");
              assertThat(event.getMetadata().getDbname()).isEqualTo("shop");
            });
  }

  @Test
  void a_database_is_made_and_deleted() throws Exception {
    DatabasesApi databases = new DatabasesApi(client);
    CreateDatabaseRequest request =
        new CreateDatabaseRequest()
            .name("shop")
            .type(DatabaseType.POSTGRESQL)
            .version("15")
            .config(new RequestedDatabaseConfig().cpu(DatabaseCpu._0_5));

    Database made = databases.createDatabase(request, null, null);

    assertThat(made.getStatus()).isEqualTo(DatabaseStatus.RUNNING);
    assertThat(made.getParent()).isNull();
    assertThat(made.getConnection().getPassword()).isNotBlank();
    databases.deleteDatabase("shop", false, null);
    assertThat(refusal(() -> databases.getDatabase("shop", "60s")).getCode()).isEqualTo(404);
  }
}
