"""The words of questions about logs in three languages, as they are after `normalise`."""

import re
from typing import Final

# key: English | Korean | Spanish, each surface normalised (no accents, lower case).
_TABLE = """
shown:count      how many|number of|count|total|how often|amount of|몇 번|몇번|몇 건|몇건|몇 줄|몇줄|몇 개|몇개|몇 회|몇|횟수|건수|개수|총|수|수는|cuantos|cuantas|cuantas veces|cuantos veces|numero de|cantidad de|total de|recuento|몇 명|몇명|몇 대|몇대|몇 곳|몇 가지|몇 차례
shown:lines      show|list|print|display|give me|보여|보여줘|보여 줘|보여주세요|나열|출력|목록|muestra|muestrame|lista|ensena|ensename
shown:first      primeros|primeras|first|earliest|first time|처음|최초|첫|맨 처음|primera|primer|primero|la primera vez|첫 번째|첫번째|첫째|맨 첫
shown:last       ultimos|ultimas|last|latest|last time|most recent|마지막|최근|가장 최근|ultimo|ultima|la ultima vez
shown:when       난 때|난 때는|발생한 때|발생한 때는|나온 때|나온 때는|when|what time|언제|몇 시|몇시|cuando|a que hora
shown:gaps       gap|gaps|silence|silent|outage|outages|downtime|장애|corte|cortes|공백|끊김|중단|비는 시간|빈 시간|hueco|huecos|silencio|interrupcion|interrupciones|caida|caidas
shown:templates  template|templates|pattern|patterns|kinds of messages|message types|kind of message|kinds|패턴|유형|종류|메시지 유형|plantilla|plantillas|patron|patrones|tipos de mensaje|tipos
shown:overview   analyse|analyze|analysis|summarise|summarize|summary|overview|read|look at|what happened|whats in|분석|분석해|분석해줘|분석해 줘|분석해주세요|요약|요약해|요약해줘|정리해줘|읽어서|읽고|읽어|읽어줘|무슨 일|analiza|analizalo|analizar|analisis|resume|resumen|resumir|lee|leer|que paso|살펴봐|살펴봐줘|훑어봐줘|진단해줘|examina|revisa
distinct         different|distinct|unique|서로 다른|고유|고유한|가지|distintos|distintas|diferentes|unicos|unicas
noun             line|lines|server log|server logs|web server log|web server logs|system log|system logs|log file|log files|서버 로그|서버로그|웹 서버 로그|시스템 로그|로그 파일|registro del servidor|registros del servidor|log del servidor|logs del servidor|registro del sistema|log del sistema|entry|entries|record|records|message|messages|event|events|times|request|requests|hit|hits|occurrences|attempt|attempts|visited|requested|log|logs|file|줄|줄이|라인|항목|메시지|이벤트|로그|파일|요청|요청된|방문|시도|기록|번|건|회|lineas|linea|entradas|entrada|registros|registro|mensajes|mensaje|eventos|evento|veces|peticiones|peticion|solicitudes|accesos|intento|intentos|visitada|visitadas|visitado|visitados|archivo|fichero
level:error      errors|error|err|오류|에러|errores
level:warning    warning|warnings|warn|경고|워닝|advertencia|advertencias|avisos|aviso
level:info       info|information|정보|informacion
level:debug      debug|디버그|depuracion
level:trace      trace|verbose|트레이스|버보스|detallado|detallados|detallada|detalladas
level:critical   critical|fatal|치명적|심각한|치명|critico|criticos|fatales|치명적인|critica|criticas|fatals|fatal errors|fatal error|critical errors|critical error|치명적 오류|치명적인 오류|치명 오류|심각한 오류|errores fatales|error fatal|errores criticos|error critico
concept:auth_failed   authentication failures|authentication failure|authentication failed|auth failures|auth failure|failed logins|failed login|login failures|login failure|failed password|failed passwords|failed authentication|failed authentications|failed to log in|인증 실패|인증실패|로그인 실패|로그인실패|비밀번호 실패|비밀번호 오류|fallos de autenticacion|fallo de autenticacion|autenticaciones fallidas|errores de autenticacion|error de autenticacion|inicios de sesion fallidos|accesos fallidos|contrasenas fallidas|autenticacion fallida|실패한 로그인|실패한 인증|로그인에 실패|인증에 실패|failed log ins|logins that failed
concept:auth_ok   accepted login|accepted logins|accepted password|successful logins|successful login|accepted logins|logins|successful authentications|accepted passwords|로그인 성공|인증 성공|로그인|inicios de sesion|inicio de sesion|autenticaciones correctas|accesos correctos|inicio sesion|iniciaron sesion|iniciado sesion|iniciar sesion|logged in|signed in|sign ins|로그인한|로그인했어|로그인에 성공한
concept:invalid_user  invalid users|invalid user|unknown users|unknown user|없는 사용자|잘못된 사용자|알 수 없는 사용자|usuarios invalidos|usuario invalido|usuarios desconocidos
concept:auth_tried  login attempts|login attempt|log in attempts|logon attempts|sign in attempts|로그인 시도|인증 시도|intentos de inicio de sesion|intentos de acceso|intentos de login|intentos de autenticacion|tried to log in|tried to login|try to log in|attempted to log in|로그인을 시도한|로그인 시도한|intentaron iniciar sesion|intento iniciar sesion|intentaron entrar
concept:session   session|sessions|세션|sesion|sesiones
concept:opened    opened|열린|열렸어|열렸나|열렸|abrieron|abiertas|abiertos|abierta
concept:closed    closed|닫힌|닫혔어|닫혔나|종료된|cerraron|cerradas|cerrados|cerrada
concept:timeout   timeouts|timeout|timed out|타임아웃|시간 초과|시간초과|tiempos de espera|tiempo de espera agotado|tiempos de espera agotados|time out|time outs|times out|시간이 초과|응답 시간 초과|agotado|agotaron
concept:refused   connection refused|refused connections|refused|연결 거부|거부|conexion rechazada|conexiones rechazadas
concept:disconnected  disconnects|disconnect|disconnected|disconnections|closed connections|connection closed|연결 끊김|연결 종료|접속 종료|desconexiones|desconexion|conexiones cerradas
concept:session_opened  sessions opened|session opened|opened sessions|new sessions|세션 시작|세션 열림|열린 세션|sesiones abiertas|sesiones iniciadas
concept:session_closed  sessions closed|session closed|closed sessions|세션 종료|닫힌 세션|sesiones cerradas
concept:sudo      sudo|sudo command|sudo commands|sudo 명령|sudo 명령어|comandos sudo|ordenes sudo|comando sudo
concept:exception exceptions|exception|tracebacks|stack traces|예외|excepciones|excepcion
concept:out_of_memory  out of memory|oom|메모리 부족|sin memoria|memoria agotada|oom kills|메모리가 부족|메모리 부족으로|se quedo sin memoria|quedo sin memoria
concept:restart   restarts|restart|restarted|재시작|reinicios|reinicio|다시 시작|재부팅|reboot|reboots|rebooted|se reinicio|reiniciado
concept:denied    permission denied|access denied|denied|권한 거부|접근 거부|acceso denegado|permiso denegado|denegados
concept:failed    failed|failures|failure|fail|fails|failing|실패|실패한|실패했|실패가|fallos|fallo|fallaron|fallidos|fallidas|fallan|fallado
status:404       not found|404s|찾을 수 없음|no encontrado|no encontrados
status:200-299   successful requests|successful request|successful responses|successful|success|successes|2xx|성공|성공한|성공적|exito|con exito|exitosa|exitosas|exitoso|exitosos
status:300-399   redirects|redirect|redirected|redirections|3xx|리다이렉트|리디렉션|리다이렉션|redirecciones|redireccion|redirigidas|redirigidos
status:403       forbidden|금지된|prohibido|prohibidas|prohibidos
status:400-499   client errors|4xx|클라이언트 오류|errores de cliente
status:500-599   server errors|5xx|서버 오류|서버 에러|errores de servidor|errores del servidor
column:address   ip|ips|ip address|ip addresses|address|addresses|client|clients|remote host|remote hosts|source ip|visitor|visitors|주소|아이피|ip 주소|클라이언트|접속자|방문자|direccion|direcciones|direccion ip|direcciones ip|cliente|clientes|visitantes
column:host      host|hosts|machine|machines|server|servers|node|nodes|호스트|서버|머신|노드|equipo|equipos|servidor|servidores|maquina|maquinas|nodo|nodos
column:source    program|programs|process|processes|service|services|component|components|logger|loggers|source|sources|module|modules|tag|tags|daemon|프로그램|프로세스|서비스|컴포넌트|모듈|로거|출처|태그|programa|programas|proceso|procesos|servicio|servicios|componente|componentes|fuente|fuentes|modulo|modulos|etiqueta|etiquetas
column:user      who|누가|누구|누구야|누구니|quien|quienes|user|users|account|accounts|username|usernames|user name|user names|사용자|유저|계정|사용자 이름|usuario|usuarios|cuenta|cuentas
column:path      url|urls|path|paths|page|pages|uri|uris|endpoint|endpoints|resource|resources|경로|페이지|주소창|엔드포인트|ruta|rutas|pagina|paginas|recurso|recursos
column:status    status|statuses|status code|status codes|response code|response codes|http code|http codes|상태|상태 코드|상태코드|응답 코드|응답코드|estado|estados|codigo|codigos|codigo de estado|codigos de estado|codigo de respuesta|codigos de respuesta
column:method    method|methods|http method|메서드|메소드|metodo|metodos
column:error     kind of error|kinds of error|kind of errors|kinds of errors|which error|which errors|what error|what errors|error message|error messages|오류 메시지|에러 메시지|오류 종류|에러 종류|오류 유형|에러 유형|어떤 오류|어떤 에러|무슨 오류|무슨 에러|mensaje de error|mensajes de error|que error|que errores|tipo de error|tipos de error
column:level     level|levels|severity|severities|수준|레벨|등급|nivel|niveles|gravedad
grain:minute     per minute|by minute|each minute|every minute|minutely|minute|minutes|분별|분당|분 단위|분마다|por minuto|cada minuto|minuto|minutos
grain:hour       per hour|by hour|each hour|every hour|hourly|hour|hours|시간|시간별|시간당|시간대별|시간대|시간 단위|매시간|시간마다|por hora|por horas|cada hora|hora|horas
trend            over time|trend|rate|추이|시간에 따라|en el tiempo|tendencia|a lo largo del tiempo|추세|변화|evolucion
grain:day        per day|by day|each day|every day|daily|day|days|date|dates|날|일별|하루|날짜별|날짜|매일|일자별|며칠|요일|por dia|por dias|cada dia|diario|dia|dias|fecha|fechas
grain:month      per month|by month|monthly|month|months|월별|달별|por mes|mensual|mes|meses
order:most       most|sent the most|sent most|send the most|send most|sends the most|sends most|enviaron mas|envio mas|envian mas|mandaron mas|top|highest|busiest|peak|most often|most frequent|max|maximum|biggest|largest|greatest|worst|longest|common|가장|가장 많은|가장 많이|제일|많이|많은|많았|많았던|상위|최다|최대|바빴던|바쁜|빈번한|자주|가장 긴|mas|mayor|mayores|principales|maximo|frecuentes|frecuente|pico|larga|largo|흔한|흔하게|많아|많나|많지|많습니까|가장 흔한|가장 자주|제일 많은|제일 많이|comunes|comun|habitual|habituales|tops|most common|most frequently|frequent|frequently
order:least      least|sent the fewest|sent fewest|sent the least|sent least|enviaron menos|fewest|lowest|rarest|min|minimum|bottom|least often|가장 적은|가장 적게|적게|적은|적었던|하위|드문|menos|menor|menores|minimo|rare|rarely|희귀한|raros|raras
negation         not|without|except|excluding|other than|no|빼고|제외|제외하고|제외한|아닌|말고|없이|sin|excepto|salvo|menos de
by               per|each|every|grouped by|broken down by|for each|별|별로|cada|por cada|agrupado por
uncounted        share|shares|percentage|percentages|percent|proportion|ratio|fraction|average|averages|mean|median|percentile|비율|비중|퍼센트|백분율|평균|중앙값|porcentaje|porcentajes|proporcion|promedio|promedios|mediana|percentil
stop             with level|of level|at level|con nivel|de nivel|the|a|an|whether|if|shows|showed|있는지|있었는가|나오는지|보이는지|나타나는지|확인해|확인해봐|봐줘|comprueba|comprobar|verifica|verificar|mira|si|of|in|on|at|is|are|was|were|there|that|which|what|whom|did|do|does|have|has|had|me|please|and|or|for|from|to|by|per|it|its|this|these|those|their|with|come|comes|came|occur|occurred|happen|happened|appear|appears|containing|contain|contains|about|mention|mentions|mentioning|where|then|them|all|each|every|now|only|tell|can|you|i|want|see|get|got|be|been|any|some|during|same|give|gives|gave|given|tried|try|tries|write|writes|wrote|written|often|return|returns|returned|cause|causes|caused|make|makes|made|use|uses|used|so|too|also|grouped|group|broken|down|breakdown|log in|up|as|table|chart|graph|했나|했나요|있어|있나|있나요|있었나|있었나요|있었어|있었는지|이야|야|인가|인가요|입니까|입니다|알려줘|알려 줘|알려주세요|알려|말해줘|해줘|해 줘|해주세요|줘|어떤|어느|무엇|뭐|뭐야|무슨|어디|어디서|나온|나왔어|나왔나|나오는|발생|발생한|발생했어|발생했나|일어난|그|이|저|것|거|중|중에|중에서|동안|사이|사이에|및|그리고|또|각|각각|모든|모두|전체|전부|차트|표|표로|그래프|그래프로|했어|됐어|되었어|된|한|하는|하고|해|를|을|은|는|가|의|에|에서|로|으로|와|과|도|만|좀|다시|별|별로|있는|포함|포함된|포함하는|들어간|들어있는|언급한|낸|준|받은|보낸|나와|나오나|나오니|게|건|명|명이야|명이나|번씩|씩|온|사용|쓴|찍힌|남긴|기록된|대한|관한|관련|관련된|접속했어|접속한|접속|el|la|los|las|un|una|unos|unas|de|del|en|y|o|a|al|que|cual|cuales|hay|hubo|habia|fue|fueron|es|son|era|eran|por|para|con|me|dime|dame|se|su|sus|lo|le|este|esta|estos|estas|ese|esa|tuvo|tuvieron|tiene|tienen|aparece|aparecen|ocurrio|ocurrieron|contienen|contiene|contengan|cada|todos|todas|todo|toda|solo|tambien|favor|quiero|ver|entre|durante|dan|da|dio|dieron|devuelve|devuelven|devolvio|causan|causa|grafico|tabla|desglose|agrupado|궁금해|궁금합니다|궁금해요|궁금하다|알고|싶어|싶어요|싶습니다|세어|세어줘|세어 줘|세어봐|세어봐줘|계산해줘|찾아|찾아줘|찾아 줘|찾아봐|확인해줘|확인|뽑아줘|골라줘|가르쳐줘|부탁해|부탁해요|개|왔어|왔나|왔니|일어났어|생겼어|죽은|just|number|could|would|like|know|find|search|look|looking|check|ever|when|hola|podrias|puedes|puede|decir|decirme|saber|quisiera|busca|buscar|encuentra|cuenta|contar|ha|han|habido|sido|llegaron|llego|hizo|hicieron|escribio|escribieron|genero|generaron|produjo|produjeron|logged|recorded|emitted|produced|generated|어떻게|돼|되나|되나요|되니|됩니까|어때|어떤가|어떤가요|보냈어|보냈나|남겼어|남겼나|났어|났나|났나요|났습니까|난|나는|떴어|떴나
repeat           again|reread|read again|reload|refresh|다시 읽어|다시 읽어줘|다시 분석|새로 읽어|새로고침|otra vez|de nuevo|vuelve a leer|recarga
help             help|what can you do|도움말|도와줘|무엇을 할 수 있어|뭘 할 수 있어|무엇을 할 수 있나요|ayuda|que puedes hacer
hello            hi|hello|hey|thanks|thank you|안녕|안녕하세요|고마워|감사합니다|hola|gracias
"""  # noqa: E501

NUMBERS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twenty": 20, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
    "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "veinte": 20, "하나": 1, "두": 2, "둘": 2,
    "세": 3, "셋": 3, "네": 4, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열": 10,
}  # fmt: skip

PARTICLES: Final = (
    "에서는", "으로는", "에서도", "이라는", "까지는", "부터는", "이에요", "이었어", "인가요",
    "입니까", "에서의", "에서", "에게", "으로", "까지", "부터", "마다", "라는", "이나", "이라",
    "에는", "에도", "이고", "이야", "했어", "했나", "한", "된", "인지", "인지를", "일까",
    "일까요", "인데", "쯤", "정도", "였나", "였나요", "였어", "이었나", "라고", "끼리", "마저",
    "조차", "은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "도", "만", "별",
    "당", "들", "야", "요", "고", "나", "랑",
)  # fmt: skip


# Forms of Korean verbs in the past, as in 돌아갔어요 and 멈췄나: they say nothing that is counted.
KOREAN_VERB: Final = re.compile(
    r"[가-힣]+[했됐였었았렸났왔갔겼졌셨췄꼈](어|나|니|지|나요|어요|습니까|는지|을까|던|던가)?요?"
)


def _meanings() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _TABLE.strip().splitlines():
        key, _, surfaces = line.strip().partition(" ")
        for surface in surfaces.strip().split("|"):
            found.setdefault(surface, key)
    return found


MEANINGS: Final = _meanings()
LONGEST: Final = max(len(surface.split()) for surface in MEANINGS)
_HANGUL = re.compile(r"[\uac00-\ud7a3]")


def bare_forms(word: str) -> list[str]:
    """Return a word and, for Korean, what is left without its particles, the longest first."""
    forms = [word]
    if not _HANGUL.search(word):
        return forms
    frontier = [word]
    for _ in range(3):
        frontier = [
            form[: -len(particle)]
            for form in frontier
            for particle in PARTICLES
            if form.endswith(particle) and len(form) > len(particle)
        ]
        forms += [form for form in frontier if form not in forms]
    return forms
