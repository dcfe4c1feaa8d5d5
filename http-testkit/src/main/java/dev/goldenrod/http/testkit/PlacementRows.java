package dev.goldenrod.http.testkit;

import java.util.List;
import java.util.stream.Stream;

/** Rows with a requested cluster. A cluster whose agent never connected is offline. */
final class PlacementRows {
  private static final String SOURCES = "POST /v1/sources";
  private static final String IMPORTS = "POST /v1/imports";
  private static final String POOLS = "POST /v1/pools";
  private static final String INSTANCES = "POST /v1/instances";
  private static final String DATABASES = "POST /v1/databases";
  private static final String CREATED = "{'id':'<uuid>','kind':'rds','status':'registered'}";
  private static final String OFFLINE = "data-plane agent offline";

  private PlacementRows() {}

  static List<Row> rows() {
    return Stream.of(sources(), imports(), instances(), pools(), databases())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> sources() {
    return List.of(
        created("by name", "{'kind':'rds','config':{'cluster':'$agentName'}}"),
        created("by id", "{'kind':'rds','config':{'cluster':'$agent'}}"),
        created("beside the config", "{'kind':'rds','config':{},'cluster':'$agentName'}"),
        created("empty for none", "{'kind':'rds','config':{'cluster':''}}"),
        refused(SOURCES, "{'kind':'rds','config':{'cluster':'$free'}}"),
        refused(SOURCES, "{'kind':'rds','config':{},'cluster':'$free'}"),
        Row.invalid(
            "admin",
            SOURCES,
            "{'kind':'rds','config':{'cluster':'a'},'cluster':'b'}",
            "invalid input: cluster 'b' differs from config.cluster, 'a'",
            "cluster",
            "'b' differs from config.cluster, 'a'"),
        Row.invalid(
            "admin",
            SOURCES,
            "{'kind':'rds','config':{'cluster':1}}",
            "invalid input",
            "config.cluster",
            "must be a string"));
  }

  private static Row created(String what, String body) {
    return Row.of(what, "admin", SOURCES, body, 201, CREATED);
  }

  private static List<Row> imports() {
    return List.of(
        started("the source's", "{'source_id':'$placed','golden':'$new'}", "$embeddedName"),
        started(
            "another one",
            "{'source_id':'$placed','golden':'$new','cluster':'$agentName'}",
            "$agentName"),
        refused(IMPORTS, "{'source_id':'$source','golden':'$new','cluster':'$free'}"));
  }

  private static Row started(String what, String body, String cluster) {
    return Row.of(
        what,
        "admin",
        IMPORTS,
        body,
        202,
        "{'id':'<uuid>','source_id':'$placed','golden':'$new','version':1,'cluster':'%s',"
                .formatted(cluster)
            + "'phase':'Pending','message':'','size_bytes':0,'pg_major':0,'masking_version':null,'created_at':'<time>',"
            + "'finished_at':null,'progress':null,'warnings':[]}");
  }

  private static List<Row> instances() {
    return List.of(
        launched("a clone", "$embeddedName", ""),
        launched("a clone that waits", "$agentName", OFFLINE),
        refused(INSTANCES, "{'golden':'shop','ttl':'8h','cluster':'$free'}"),
        Row.of(
            "has no such data",
            "admin",
            INSTANCES,
            "{'golden':'$imported','ttl':'8h','cluster':'$agentName'}",
            400,
            "{'error':'<text>','details':'<details>'}"));
  }

  private static Row launched(String what, String cluster, String message) {
    return Row.of(
        what,
        "ann",
        INSTANCES,
        "{'golden':'shop','ttl':'8h','cluster':'%s'}".formatted(cluster),
        201,
        "{'id':'<uuid>','name':null,'owner_user':'$ann','golden':'shop','golden_version':2,'masking':null,'cluster':'%s',"
                .formatted(cluster)
            + "'namespace':'<text>','size':'small','ttl':'8h','reset_generation':0,"
            + "'desired_state':'present','phase':'Pending','endpoint':'','message':'%s',"
                .formatted(message)
            + "'created_at':'<time>','expires_at':'<time>'}");
  }

  private static List<Row> pools() {
    return List.of(
        Row.of(
            "a pool",
            "admin",
            POOLS,
            "{'golden':'$lineage','target':1,'cluster':'$agentName'}",
            201,
            PoolRows.pool("<uuid>", "$lineage", "small", 1, 0)
                .replace("'cluster':null", "'cluster':'$agentName'")),
        refused(POOLS, "{'golden':'shop','target':1,'cluster':'$free'}"));
  }

  private static List<Row> databases() {
    String branches = "POST /v1/databases/$db/branches";
    return List.of(
        Row.of(
            "a database that waits",
            "ann",
            DATABASES,
            "{'name':'$free','type':'postgresql','version':'15','cluster':'$agentName'}",
            202,
            DatabaseRows.shown("$free", "provisioning", OFFLINE, "null")
                .replace("'cluster':'<text>'", "'cluster':'$agentName'")),
        Row.refused(
            "without a cluster",
            "ann",
            DATABASES,
            "{'name':'$free','type':'postgresql','version':'15','cluster':7}",
            400,
            "invalid input: bad body"),
        refused(DATABASES, "{'name':'$free','type':'postgresql','version':'15','cluster':'$free'}"),
        refused(branches, "{'name':'$free','cluster':'$free'}"),
        Row.refused(
            "a branch stays with its parent",
            "admin",
            branches,
            "{'name':'$free','cluster':'$agentName'}",
            400,
            "invalid input: cluster '$agentName' cannot hold a branch of database '$db': the data"
                + " is in '$embeddedName'"),
        DatabaseRows.working(
            "a branch in its parent's",
            branches,
            "{'name':'$free','cluster':'$embeddedName'}",
            201,
            DatabaseBranchRows.branch(
                "$free", "'$db'", "null", "", "running", DatabaseBranchRows.OWN)));
  }

  /** The response names the existing clusters, so it is not compared literally. */
  private static Row refused(String request, String body) {
    return Row.of(
        "a cluster that does not exist",
        "admin",
        request,
        body,
        400,
        "{'error':'<text>','details':'<details>'}");
  }
}
