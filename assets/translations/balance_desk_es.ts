<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>ChipField</name>
    <message>
        <source>Instead of “{part}”</source>
        <translation>En lugar de «{part}»</translation>
    </message>
    <message>
        <source>“{text}” cannot stand here. {hint}</source>
        <translation>«{text}» no puede ir aquí. {hint}</translation>
    </message>
    <message>
        <source>Enter asks anew with it.</source>
        <translation>Intro vuelve a preguntar con ello.</translation>
    </message>
</context>
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Balance Desk</source>
        <translation>Acerca de Balance Desk</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Versión {version}</translation>
    </message>
    <message>
        <source>A desktop chat for people who work with data agents. Every number comes with its count, its interval and the query behind it.</source>
        <translation>Un chat de escritorio para quienes trabajan con agentes de datos. Cada cifra lleva su recuento, su intervalo y la consulta que la produjo.</translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0</source>
        <translation>Software libre con la licencia Apache 2.0</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Previous Pane</source>
        <translation>Panel anterior</translation>
    </message>
    <message>
        <source>What the &amp;Data Holds</source>
        <translation>Qué contienen los &amp;datos</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>&amp;New Conversation</source>
        <translation>&amp;Nueva conversación</translation>
    </message>
    <message>
        <source>&amp;Open Data File…</source>
        <translation>A&amp;brir archivo de datos…</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>&amp;Cerrar ventana</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copiar</translation>
    </message>
    <message>
        <source>Pa&amp;ste</source>
        <translation>Pe&amp;gar</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>Seleccionar &amp;todo</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Buscar…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>Buscar &amp;siguiente</translation>
    </message>
    <message>
        <source>Search E&amp;verything…</source>
        <translation>B&amp;uscar en todo…</translation>
    </message>
    <message>
        <source>&amp;Edit Last Message</source>
        <translation>&amp;Editar el último mensaje</translation>
    </message>
    <message>
        <source>Attach Fi&amp;les…</source>
        <translation>Ad&amp;juntar archivos…</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Preferencias…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>&amp;Sidebar</source>
        <translation>&amp;Barra lateral</translation>
    </message>
    <message>
        <source>Stream Lo&amp;g…</source>
        <translation>Re&amp;gistro de mensajes…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Tema</translation>
    </message>
    <message>
        <source>Same as the &amp;System</source>
        <translation>Como el &amp;sistema</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Claro</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Oscuro</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>&amp;Ampliar</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>&amp;Reducir</translation>
    </message>
    <message>
        <source>&amp;Reset Zoom</source>
        <translation>Tamaño &amp;normal</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>&amp;Pantalla completa</translation>
    </message>
    <message>
        <source>&amp;Conversation</source>
        <translation>&amp;Conversación</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Cambiar nombre</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>&amp;Fijar</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Eliminar</translation>
    </message>
    <message>
        <source>Detai&amp;ls…</source>
        <translation>Deta&amp;lles…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Re&amp;try</source>
        <translation>Rein&amp;tentar</translation>
    </message>
    <message>
        <source>&amp;Jump to Latest</source>
        <translation>&amp;Ir a lo último</translation>
    </message>
    <message>
        <source>&amp;Next Needing You</source>
        <translation>&amp;Siguiente que le espera</translation>
    </message>
    <message>
        <source>Conversation &amp;Above</source>
        <translation>Conversación de a&amp;rriba</translation>
    </message>
    <message>
        <source>Conversation &amp;Below</source>
        <translation>Conversación de a&amp;bajo</translation>
    </message>
    <message>
        <source>Next Pan&amp;e</source>
        <translation>Siguiente &amp;panel</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;yuda</translation>
    </message>
    <message>
        <source>Keyboard &amp;Shortcuts</source>
        <translation>&amp;Atajos de teclado</translation>
    </message>
    <message>
        <source>&amp;Report a Problem…</source>
        <translation>In&amp;formar de un problema…</translation>
    </message>
    <message>
        <source>Check for &amp;Updates…</source>
        <translation>B&amp;uscar actualizaciones…</translation>
    </message>
    <message>
        <source>&amp;About Balance Desk</source>
        <translation>Acerca &amp;de Balance Desk</translation>
    </message>
    <message>
        <source>Inspe&amp;ctor</source>
        <translation>Inspe&amp;ctor</translation>
    </message>
    <message>
        <source>&amp;Go to Conversation…</source>
        <translation>Ir &amp;a una conversación…</translation>
    </message>
    <message>
        <source>All &amp;Commands…</source>
        <translation>Todas las ó&amp;rdenes…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportar…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importar…</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>Im&amp;primir…</translation>
    </message>
    <message>
        <source>&amp;Recent Data Files…</source>
        <translation>A&amp;rchivos de datos recientes…</translation>
    </message>
    <message>
        <source>&amp;Add an Agent…</source>
        <translation>Añadir un a&amp;gente…</translation>
    </message>
    <message>
        <source>Copy A&amp;ddress</source>
        <translation>Copiar la d&amp;irección</translation>
    </message>
    <message>
        <source>Ti&amp;me Travel</source>
        <translation>Viaje en el tie&amp;mpo</translation>
    </message>
    <message>
        <source>Ste&amp;ps</source>
        <translation>Pa&amp;sos</translation>
    </message>
    <message>
        <source>Co&amp;mpare Results…</source>
        <translation>Co&amp;mparar resultados…</translation>
    </message>
    <message>
        <source>Memor&amp;y…</source>
        <translation>Mem&amp;oria…</translation>
    </message>
    <message>
        <source>Open in New &amp;Window</source>
        <translation>Abrir en una &amp;ventana nueva</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>C&amp;ortar</translation>
    </message>
    <message>
        <source>Find P&amp;revious</source>
        <translation>Buscar anterio&amp;r</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>&amp;Zoom</translation>
    </message>
    <message>
        <source>Motio&amp;n</source>
        <translation>Mo&amp;vimiento</translation>
    </message>
    <message>
        <source>&amp;Full</source>
        <translation>&amp;Completo</translation>
    </message>
    <message>
        <source>&amp;Reduced</source>
        <translation>&amp;Reducido</translation>
    </message>
    <message>
        <source>&amp;Tour in Three Steps</source>
        <translation>Recorrido en &amp;tres pasos</translation>
    </message>
    <message>
        <source>Ta&amp;gs…</source>
        <translation>Eti&amp;quetas…</translation>
    </message>
    <message>
        <source>&amp;In the Archive</source>
        <translation>Arc&amp;hivada</translation>
    </message>
    <message>
        <source>&amp;Board…</source>
        <translation>Tab&amp;lero…</translation>
    </message>
    <message>
        <source>Tas&amp;ks of the Agent…</source>
        <translation>Ta&amp;reas del agente…</translation>
    </message>
</context>
<context>
    <name>AddAgentDialog</name>
    <message>
        <source>Add an agent</source>
        <translation>Añadir un agente</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>Dirección del agente</translation>
    </message>
    <message>
        <source>Name here (optional)</source>
        <translation>Nombre aquí (opcional)</translation>
    </message>
    <message>
        <source>Read its card</source>
        <translation>Leer su tarjeta</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Will be called {name} here</source>
        <translation>Aquí se llamará {name}</translation>
    </message>
    <message>
        <source>Changed since it was accepted</source>
        <translation>Cambios desde que se aceptó</translation>
    </message>
    <message>
        <source>Its card can be read once you speak with it.</source>
        <translation>Su tarjeta se podrá leer cuando hables con él.</translation>
    </message>
    <message>
        <source>It is added already, and has not changed.</source>
        <translation>Ya está añadido y no ha cambiado.</translation>
    </message>
    <message>
        <source>Reading the card…</source>
        <translation>Leyendo la tarjeta…</translation>
    </message>
    <message>
        <source>Accept the changed card</source>
        <translation>Aceptar la tarjeta modificada</translation>
    </message>
    <message>
        <source>Add this agent</source>
        <translation>Añadir este agente</translation>
    </message>
    <message>
        <source>Offered by {name}</source>
        <translation>Ofrecido por {name}</translation>
    </message>
    <message>
        <source>What it can do</source>
        <translation>Qué sabe hacer</translation>
    </message>
    <message>
        <source>Takes and gives</source>
        <translation>Qué recibe y qué devuelve</translation>
    </message>
    <message>
        <source>Where it is reached</source>
        <translation>Dónde se encuentra</translation>
    </message>
    <message>
        <source>Security</source>
        <translation>Seguridad</translation>
    </message>
    <message>
        <source>It lets everybody in.</source>
        <translation>Deja entrar a cualquiera.</translation>
    </message>
    <message>
        <source>It is signed by {name}; the signature was checked and is good.</source>
        <translation>Está firmada por {name}; la firma se ha comprobado y es correcta.</translation>
    </message>
    <message>
        <source>It is signed by {name}, but the signature does not match.</source>
        <translation>Está firmada por {name}, pero la firma no coincide.</translation>
    </message>
    <message>
        <source>It is signed by {name}, with a key that you do not know yet.</source>
        <translation>Está firmada por {name}, con una clave que usted aún no conoce.</translation>
    </message>
    <message>
        <source>Card of the agent</source>
        <translation>Ficha del agente</translation>
    </message>
    <message>
        <source>It is not signed.</source>
        <translation>No está firmada.</translation>
    </message>
    <message>
        <source>Known addresses</source>
        <translation>Direcciones conocidas</translation>
    </message>
    <message>
        <source>What it says of itself stands here, before you add it.</source>
        <translation>Aquí se lee lo que dice de sí mismo, antes de añadirlo.</translation>
    </message>
</context>
<context>
    <name>AgentPicker</name>
    <message>
        <source>Agent: {name}</source>
        <translation>Agente: {name}</translation>
    </message>
    <message>
        <source>Who answers in this conversation</source>
        <translation>Quién responde en esta conversación</translation>
    </message>
</context>
<context>
    <name>Agents</name>
    <message>
        <source>Sample data (simulated)</source>
        <translation>Datos de ejemplo (simulados)</translation>
    </message>
    <message>
        <source>Log files</source>
        <translation>Archivos de registro</translation>
    </message>
    <message>
        <source>Orchestrator</source>
        <translation>Orquestador</translation>
    </message>
    <message>
        <source>Echo</source>
        <translation>Eco</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Recording {name}</source>
        <translation>Grabación {name}</translation>
    </message>
</context>
<context>
    <name>AskDialog</name>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>This is all.</source>
        <translation>Esto es todo.</translation>
    </message>
    <message>
        <source>The parameters are no JSON: {why}</source>
        <translation>Los parámetros no son JSON: {why}</translation>
    </message>
    <message>
        <source>The parameters are no JSON object.</source>
        <translation>Los parámetros no son un objeto JSON.</translation>
    </message>
    <message>
        <source>A header is written as Name: value, one on each line.</source>
        <translation>Una cabecera se escribe como Nombre: valor, una por línea.</translation>
    </message>
    <message>
        <source>Ask the agent</source>
        <translation>Preguntar al agente</translation>
    </message>
    <message>
        <source>Parameters as JSON</source>
        <translation>Parámetros en JSON</translation>
    </message>
    <message>
        <source>Headers, one on each line</source>
        <translation>Cabeceras, una por línea</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operación</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>Needs you: {title}</source>
        <translation>Le necesita: {title}</translation>
    </message>
</context>
<context>
    <name>BalanceGUI</name>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
</context>
<context>
    <name>CardPanel</name>
    <message>
        <source>What it can do</source>
        <translation>Qué sabe hacer</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Versión {version}</translation>
    </message>
    <message>
        <source>Other agents</source>
        <translation>Otros agentes</translation>
    </message>
    <message>
        <source>Add an agent…</source>
        <translation>Añadir un agente…</translation>
    </message>
    <message>
        <source>Look at the changed card…</source>
        <translation>Ver la tarjeta modificada…</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Iniciar sesión…</translation>
    </message>
    <message>
        <source>Card of the agent</source>
        <translation>Ficha del agente</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>Cerrar sesión</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Columns {first} to {last} of {all}</source>
        <translation>Columnas {first} a {last} de {all}</translation>
    </message>
    <message>
        <source>What is cut on paper is whole where it is saved as HTML or Markdown.</source>
        <translation>Lo que se corta en papel está entero si se guarda como HTML o Markdown.</translation>
    </message>
    <message>
        <source>Take off the board of all</source>
        <translation>Quitar del tablero de todas</translation>
    </message>
    <message>
        <source>Pin for all conversations</source>
        <translation>Fijar para todas las conversaciones</translation>
    </message>
    <message>
        <source>What is in this data?</source>
        <translation>¿Qué hay en estos datos?</translation>
    </message>
    <message>
        <source>Save this answer as a &amp;page…</source>
        <translation>Guardar esta respuesta como &amp;página…</translation>
    </message>
    <message>
        <source>{share} empty</source>
        <translation>{share} vacías</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>{count} más</translation>
    </message>
    <message>
        <source>All {count} columns</source>
        <translation>Las {count} columnas</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tablas</translation>
    </message>
    <message>
        <source>All {count} tables</source>
        <translation>Las {count} tablas</translation>
    </message>
    <message>
        <source>What is in the table “{table}”?</source>
        <translation>¿Qué hay en la tabla «{table}»?</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Cifra</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>First columns only</source>
        <translation>Solo las primeras columnas</translation>
    </message>
    <message numerus="yes">
        <source>{count} columns</source>
        <translation>
            <numerusform>{count} columna</numerusform>
            <numerusform>{count} columnas</numerusform>
        </translation>
    </message>
    <message>
        <source>Try one of these</source>
        <translation>Pruebe una de estas</translation>
    </message>
    <message>
        <source>On reading it</source>
        <translation>Al leerla</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Primeras filas</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>“{value}” instead of “{part}”</source>
        <translation>«{value}» en lugar de «{part}»</translation>
    </message>
    <message>
        <source>A number, {span}</source>
        <translation>Un número, {span}</translation>
    </message>
    <message>
        <source>A day, a month, a year or a period</source>
        <translation>Un día, un mes, un año o un periodo</translation>
    </message>
    <message>
        <source>Without “{part}”</source>
        <translation>Sin «{part}»</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>Sin respuesta</translation>
    </message>
    <message>
        <source>Save as SVG</source>
        <translation>Guardar como SVG</translation>
    </message>
    <message>
        <source>Save as PNG</source>
        <translation>Guardar como PNG</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Copiar imagen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Línea</translation>
    </message>
    <message>
        <source>Dots</source>
        <translation>Puntos</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Mapa de calor</translation>
    </message>
    <message>
        <source>Swap axes</source>
        <translation>Intercambiar ejes</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Barras</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>First rows only</source>
        <translation>Solo las primeras filas</translation>
    </message>
    <message>
        <source>All {count} rows</source>
        <translation>Las {count} filas</translation>
    </message>
    <message>
        <source>Fewer findings</source>
        <translation>Menos hallazgos</translation>
    </message>
    <message numerus="yes">
        <source>{count} more findings</source>
        <translation>
            <numerusform>{count} hallazgo más</numerusform>
            <numerusform>{count} hallazgos más</numerusform>
        </translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>This chart uses “{what}”, which cannot be drawn here. The table has its data.</source>
        <translation>Este gráfico usa «{what}», que aquí no se puede dibujar. Sus datos están en la tabla.</translation>
    </message>
    <message>
        <source>How was this computed</source>
        <translation>Cómo se ha calculado</translation>
    </message>
    <message>
        <source>Understood as</source>
        <translation>Entendido como</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Advertencias</translation>
    </message>
    <message>
        <source>Query, exactly as it ran</source>
        <translation>Consulta, tal como se ejecutó</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message numerus="yes">
        <source>{count} rows</source>
        <translation>
            <numerusform>{count} fila</numerusform>
            <numerusform>{count} filas</numerusform>
        </translation>
    </message>
    <message>
        <source>Simulated data, made to try things out</source>
        <translation>Datos simulados, hechos para probar</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Abrir enlace</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
    <message>
        <source>Unnamed file</source>
        <translation>Archivo sin nombre</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>small sample</source>
        <translation>muestra pequeña</translation>
    </message>
    <message>
        <source>Save as CSV</source>
        <translation>Guardar como CSV</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Copiar tabla</translation>
    </message>
    <message numerus="yes">
        <source>{shown} of {all} rows</source>
        <translation>
            <numerusform>{shown} de {all} fila</numerusform>
            <numerusform>{shown} de {all} filas</numerusform>
        </translation>
    </message>
    <message>
        <source>The chart shows:</source>
        <translation>El gráfico muestra:</translation>
    </message>
    <message>
        <source>The table has:</source>
        <translation>La tabla contiene:</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copiar</translation>
    </message>
    <message>
        <source>Copy message as &amp;Markdown</source>
        <translation>Copiar el mensaje como &amp;Markdown</translation>
    </message>
    <message>
        <source>Copy &amp;link</source>
        <translation>Copiar en&amp;lace</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>Seleccionar &amp;todo</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Trabajando</translation>
    </message>
    <message>
        <source>Needs your answer</source>
        <translation>Espera su respuesta</translation>
    </message>
    <message>
        <source>Needs sign-in</source>
        <translation>Requiere iniciar sesión</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenido</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>Rechazado</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Enviado</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Respondido</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>Conexión perdida</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Go to the answer</source>
        <translation>Ir a la respuesta</translation>
    </message>
    <message>
        <source>Found again after the connection was lost</source>
        <translation>Recuperado tras perderse la conexión</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Intentar de nuevo</translation>
    </message>
    <message>
        <source>The agent gave no reason.</source>
        <translation>El agente no dio ningún motivo.</translation>
    </message>
    <message>
        <source>The agent cannot be reached. Check that it is running, then try again.</source>
        <translation>No se puede contactar con el agente. Compruebe que está en marcha e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The agent refused the request.</source>
        <translation>El agente rechazó la petición.</translation>
    </message>
    <message>
        <source>It is not known whether the agent received this message. Trying again may make it do the work twice.</source>
        <translation>No se sabe si el agente recibió este mensaje. Si lo intenta de nuevo, podría hacer el trabajo dos veces.</translation>
    </message>
    <message>
        <source>The agent no longer knows this task.</source>
        <translation>El agente ya no conoce esta tarea.</translation>
    </message>
    <message>
        <source>The program that made this answer ended before it was complete.</source>
        <translation>El programa que hacía esta respuesta terminó antes de completarla.</translation>
    </message>
    <message>
        <source>You stopped this answer.</source>
        <translation>Usted detuvo esta respuesta.</translation>
    </message>
    <message>
        <source>This answer was stopped.</source>
        <translation>Esta respuesta se detuvo.</translation>
    </message>
    <message>
        <source>This was still being answered when the copy was made.</source>
        <translation>Aún se estaba respondiendo cuando se hizo la copia.</translation>
    </message>
    <message>
        <source>Balance Desk was closed while this was being answered.</source>
        <translation>Balance Desk se cerró mientras se respondía.</translation>
    </message>
    <message>
        <source>This took longer than the command that asked was to wait.</source>
        <translation>Tardó más de lo que la orden que preguntó iba a esperar.</translation>
    </message>
    <message>
        <source>Something went wrong inside Balance Desk. What was said is kept.</source>
        <translation>Algo ha fallado dentro de Balance Desk. Lo dicho se conserva.</translation>
    </message>
    <message>
        <source>The answer could not be saved. Check the free space of the disk.</source>
        <translation>No se pudo guardar la respuesta. Compruebe el espacio libre del disco.</translation>
    </message>
    <message>
        <source>95% interval: {interval}</source>
        <translation>Intervalo del 95 %: {interval}</translation>
    </message>
    <message>
        <source>&amp;Inspect this message</source>
        <translation>&amp;Inspeccionar este mensaje</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Iniciar sesión…</translation>
    </message>
    <message>
        <source>The agent asks you to sign in before it goes on.</source>
        <translation>El agente le pide que inicie sesión antes de seguir.</translation>
    </message>
    <message>
        <source>I have signed in.</source>
        <translation>He iniciado sesión.</translation>
    </message>
    <message>
        <source>&amp;Edit and send again</source>
        <translation>&amp;Editar y enviar de nuevo</translation>
    </message>
    <message>
        <source>Ask about this</source>
        <translation>Preguntar sobre esto</translation>
    </message>
    <message>
        <source>About an earlier answer</source>
        <translation>Sobre una respuesta anterior</translation>
    </message>
    <message>
        <source>Copy message as plain &amp;text</source>
        <translation>Copiar el mensaje como &amp;texto sin formato</translation>
    </message>
    <message>
        <source>Copy table as &amp;CSV</source>
        <translation>Copiar la tabla como &amp;CSV</translation>
    </message>
    <message>
        <source>{title} (branch)</source>
        <translation>{title} (rama)</translation>
    </message>
    <message>
        <source>&amp;Branch from here</source>
        <translation>&amp;Ramificar desde aquí</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} min {seconds} s</translation>
    </message>
    <message>
        <source>min:s</source>
        <translation>min:s</translation>
    </message>
    <message>
        <source>h:min:s</source>
        <translation>h:min:s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>First heard of after {first}, ended after {end}</source>
        <translation>Primera señal tras {first}, fin tras {end}</translation>
    </message>
    <message>
        <source>Copy &amp;address of the message</source>
        <translation>Copiar la &amp;dirección del mensaje</translation>
    </message>
    <message>
        <source>Co&amp;mpare with another result…</source>
        <translation>Co&amp;mparar con otro resultado…</translation>
    </message>
    <message>
        <source>Save as Excel</source>
        <translation>Guardar como Excel</translation>
    </message>
    <message>
        <source>This picture is damaged.</source>
        <translation>Esta imagen está dañada.</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <translation>MMM yyyy</translation>
    </message>
    <message>
        <source>all different</source>
        <translation>todos distintos</translation>
    </message>
    <message>
        <source>{count} different</source>
        <translation>{count} distintos</translation>
    </message>
    <message>
        <source>Q{quarter} {year}</source>
        <translation>T{quarter} {year}</translation>
    </message>
    <message>
        <source>MMM d, yyyy</source>
        <translation>d MMM yyyy</translation>
    </message>
    <message>
        <source>MMM d</source>
        <translation>d MMM</translation>
    </message>
    <message>
        <source>Instead of an earlier message</source>
        <translation>En lugar de un mensaje anterior</translation>
    </message>
    <message>
        <source>Go to the newer one</source>
        <translation>Ir al más reciente</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Reemplazado</translation>
    </message>
    <message>
        <source>Correct “{column}”</source>
        <translation>Corregir «{column}»</translation>
    </message>
    <message>
        <source>Edit and run…</source>
        <translation>Editar y ejecutar…</translation>
    </message>
    <message>
        <source>Pin to the board</source>
        <translation>Fijar en el tablero</translation>
    </message>
    <message>
        <source>Take off the board</source>
        <translation>Quitar del tablero</translation>
    </message>
    <message>
        <source>Only “{value}”</source>
        <translation>Solo «{value}»</translation>
    </message>
    <message>
        <source>&amp;Only</source>
        <translation>&amp;Solo</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>&amp;Agrupar por</translation>
    </message>
    <message>
        <source>Group by “{value}”</source>
        <translation>Agrupar por «{value}»</translation>
    </message>
    <message>
        <source>&amp;Figure</source>
        <translation>&amp;Cifra</translation>
    </message>
    <message>
        <source>Figure: “{value}”</source>
        <translation>Cifra: «{value}»</translation>
    </message>
    <message>
        <source>In your own &amp;words…</source>
        <translation>Con sus propias &amp;palabras…</translation>
    </message>
    <message>
        <source>Edit the query…</source>
        <translation>Editar la consulta…</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>What the data holds</source>
        <translation>Qué contienen los datos</translation>
    </message>
    <message>
        <source>Show or hide the sidebar</source>
        <translation>Mostrar u ocultar la barra lateral</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Empty this line</source>
        <translation>Vaciar esta línea</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>intervals overlap</source>
        <translation>los intervalos se solapan</translation>
    </message>
    <message>
        <source>intervals apart</source>
        <translation>los intervalos no se tocan</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambio</translation>
    </message>
    <message>
        <source>{column}, difference</source>
        <translation>{column}, diferencia</translation>
    </message>
    <message>
        <source>{sign}{points} pp</source>
        <translation>{sign}{points} pp</translation>
    </message>
    <message>
        <source>same</source>
        <translation>igual</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>distinto</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>solo en el primero</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>solo en el segundo</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>sin comparar</translation>
    </message>
    <message>
        <source>Compare “{question}” with…</source>
        <translation>Comparar «{question}» con…</translation>
    </message>
    <message>
        <source>Type a few letters of it</source>
        <translation>Escriba unas letras</translation>
    </message>
    <message>
        <source>First result</source>
        <translation>Primer resultado</translation>
    </message>
    <message>
        <source>Second result</source>
        <translation>Segundo resultado</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Tardó</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Filas</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Origen</translation>
    </message>
    <message>
        <source>To compare, there must be two answers with a table.</source>
        <translation>Para comparar hacen falta dos respuestas con una tabla.</translation>
    </message>
</context>
<context>
    <name>CompareWindow</name>
    <message>
        <source>Rows the same: {same}; different: {changed}; in one only: {first} and {second}.</source>
        <translation>Filas iguales: {same}; distintas: {changed}; solo en uno: {first} y {second}.</translation>
    </message>
    <message>
        <source>Only in the first: {names}.</source>
        <translation>Solo en el primero: {names}.</translation>
    </message>
    <message>
        <source>Only in the second: {names}.</source>
        <translation>Solo en el segundo: {names}.</translation>
    </message>
    <message>
        <source>The results tell different figures: they stand beside each other, and are not compared.</source>
        <translation>Los resultados dan cifras distintas: están lado a lado y no se comparan.</translation>
    </message>
    <message>
        <source>no groups</source>
        <translation>sin grupos</translation>
    </message>
    <message>
        <source>The results are grouped differently, the first by {first}, the second by {second}: they stand beside each other, and no row is paired with one of the other.</source>
        <translation>Los resultados están agrupados de otro modo, el primero por {first} y el segundo por {second}: están lado a lado y ninguna fila se empareja con otra.</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Copiado.</translation>
    </message>
    <message>
        <source>Compare two results</source>
        <translation>Comparar dos resultados</translation>
    </message>
    <message>
        <source>Only &amp;differences</source>
        <translation>Solo las &amp;diferencias</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copiar</translation>
    </message>
    <message>
        <source>Copy the comparison</source>
        <translation>Copiar la comparación</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Copiar como &amp;Markdown</translation>
    </message>
    <message>
        <source>Both results, cell by cell</source>
        <translation>Ambos resultados, celda a celda</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
    <message>
        <source>Ask about your data</source>
        <translation>Pregunte por sus datos</translation>
    </message>
</context>
<context>
    <name>ComposerBar</name>
    <message>
        <source>Asks the table “{name}”</source>
        <translation>Pregunta a la tabla «{name}»</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter breaks the line</source>
        <translation>Intro envía, Mayús+Intro cambia de línea</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends, Enter breaks the line</source>
        <translation>Ctrl+Intro envía, Intro cambia de línea</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
</context>
<context>
    <name>ConversationDetails</name>
    <message>
        <source>Details of the conversation</source>
        <translation>Detalles de la conversación</translation>
    </message>
    <message>
        <source>Answers of each agent</source>
        <translation>Respuestas de cada agente</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>pinned</source>
        <translation>fijada</translation>
    </message>
    <message>
        <source>Needs your answer</source>
        <translation>Espera su respuesta</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>Trabajando…</translation>
    </message>
    <message>
        <source>New answer</source>
        <translation>Respuesta nueva</translation>
    </message>
    <message>
        <source>Draft: {text}</source>
        <translation>Borrador: {text}</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
</context>
<context>
    <name>CrashReport</name>
    <message>
        <source>Report of what went wrong</source>
        <translation>Informe de lo que falló</translation>
    </message>
    <message>
        <source>This is all that the report holds. It is sent to nobody: copy it if you want to pass it on. Read it first, for it may name files of yours.</source>
        <translation>Esto es todo lo que contiene el informe. No se envía a nadie: cópielo si quiere pasarlo. Léalo antes, pues puede nombrar archivos suyos.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>Messages of yours: {count}</source>
        <translation>Mensajes suyos: {count}</translation>
    </message>
    <message>
        <source>Begun: {when}</source>
        <translation>Comienzo: {when}</translation>
    </message>
    <message>
        <source>Last said: {when}</source>
        <translation>Lo último dicho: {when}</translation>
    </message>
    <message>
        <source>No agent here tells what its answers take in tokens.</source>
        <translation>Ningún agente de aquí dice cuántos tokens usan sus respuestas.</translation>
    </message>
    <message>
        <source>Answers: {count}, done: {done}</source>
        <translation>Respuestas: {count}, hechas: {done}</translation>
    </message>
    <message>
        <source>half of them within {time}</source>
        <translation>la mitad en {time} como mucho</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>Dibujo (*.svg)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Imagen (*.png)</translation>
    </message>
    <message>
        <source>Open Data File</source>
        <translation>Abrir archivo de datos</translation>
    </message>
    <message>
        <source>Tables and logs</source>
        <translation>Tablas y registros</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>Tabla CSV (*.csv)</translation>
    </message>
    <message>
        <source>Attach Files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>Export Conversation</source>
        <translation>Exportar la conversación</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Página web (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Everything, to be imported again (*.json)</source>
        <translation>Todo, para volver a importarlo (*.json)</translation>
    </message>
    <message>
        <source>Import Conversation</source>
        <translation>Importar una conversación</translation>
    </message>
    <message>
        <source>Exported conversations (*.json)</source>
        <translation>Conversaciones exportadas (*.json)</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>&amp;Nombre de archivo:</translation>
    </message>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Buscar en:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>&amp;Tipo de archivo:</translation>
    </message>
    <message>
        <source>Excel workbook (*.xlsx)</source>
        <translation>Libro de Excel (*.xlsx)</translation>
    </message>
</context>
<context>
    <name>DropTarget</name>
    <message>
        <source>Drop to attach the files</source>
        <translation>Suelte para adjuntar los archivos</translation>
    </message>
    <message>
        <source>Drop the table to open it</source>
        <translation>Suelte la tabla para abrirla</translation>
    </message>
    <message>
        <source>Drop the tables to open them</source>
        <translation>Suelte las tablas para abrirlas</translation>
    </message>
</context>
<context>
    <name>Enclosed</name>
    <message>
        <source>Take out</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>About: {result}</source>
        <translation>Sobre: {result}</translation>
    </message>
    <message>
        <source>Instead of: {message}</source>
        <translation>En lugar de: {message}</translation>
    </message>
    <message>
        <source>Send as a message of its own</source>
        <translation>Enviar como mensaje aparte</translation>
    </message>
    <message>
        <source>Pasted ({lines}): {text}</source>
        <translation>Pegado ({lines}): {text}</translation>
    </message>
    <message numerus="yes">
        <source>{count} lines</source>
        <translation>
            <numerusform>{count} línea</numerusform>
            <numerusform>{count} líneas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>There is nothing to send.</source>
        <translation>No hay nada que enviar.</translation>
    </message>
    <message>
        <source>This message is too large: it has {size}, and at most {limit} can be sent. Shorten it, or open long data as a file.</source>
        <translation>El mensaje es demasiado grande: ocupa {size} y se pueden enviar {limit} como máximo. Acórtelo o abra los datos largos como archivo.</translation>
    </message>
    <message>
        <source>{file} is too large to be sent: it has {size}, and at most {limit} can be. Open it as a table or a log instead, or send a smaller file.</source>
        <translation>{file} es demasiado grande para enviarlo: ocupa {size} y se pueden enviar {limit} como máximo. Ábralo como tabla o registro, o envíe un archivo más pequeño.</translation>
    </message>
    <message>
        <source>This conversation does not exist any more.</source>
        <translation>Esta conversación ya no existe.</translation>
    </message>
    <message>
        <source>A conversation needs a title.</source>
        <translation>Una conversación necesita un título.</translation>
    </message>
    <message>
        <source>Your conversations are still being opened. Your text is kept.</source>
        <translation>Sus conversaciones aún se están abriendo. Su texto se conserva.</translation>
    </message>
    <message>
        <source>The agent does not answer. Try again in a moment.</source>
        <translation>El agente no responde. Inténtelo de nuevo dentro de un momento.</translation>
    </message>
    <message>
        <source>{path} could not be saved: {cause}.</source>
        <translation>No se pudo guardar {path}: {cause}.</translation>
    </message>
    <message>
        <source>There is no such file. Check the name and the folder.</source>
        <translation>No existe ese archivo. Compruebe el nombre y la carpeta.</translation>
    </message>
    <message>
        <source>The file cannot be read: {cause}.</source>
        <translation>No se puede leer el archivo: {cause}.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>El archivo está vacío.</translation>
    </message>
    <message>
        <source>The file is too large for this computer. Free some room, or give a smaller file.</source>
        <translation>El archivo es demasiado grande para este equipo. Libere espacio o use un archivo más pequeño.</translation>
    </message>
    <message>
        <source>The file changed while it was read. Try again when nothing writes to it.</source>
        <translation>El archivo cambió mientras se leía. Inténtelo de nuevo cuando nadie escriba en él.</translation>
    </message>
    <message>
        <source>The reading of the table was stopped.</source>
        <translation>Se detuvo la lectura de la tabla.</translation>
    </message>
    <message>
        <source>The table has column names but no rows.</source>
        <translation>La tabla tiene nombres de columna pero ninguna fila.</translation>
    </message>
    <message>
        <source>The database could not be read or written. Check that there is room on the disk.</source>
        <translation>No se pudo leer o escribir la base de datos. Compruebe que haya espacio en el disco.</translation>
    </message>
    <message>
        <source>Your settings could not be saved to {path}. They hold until you close the window.</source>
        <translation>No se pudieron guardar los ajustes en {path}. Valdrán hasta que cierre la ventana.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be read.</source>
        <translation>No se puede leer el archivo de ajustes {path}.</translation>
    </message>
    <message>
        <source>This folder holds no replays. Choose a table or a folder of replays.</source>
        <translation>Esta carpeta no contiene repeticiones. Elija una tabla o una carpeta de repeticiones.</translation>
    </message>
    <message>
        <source>It is not a table. Choose a CSV, Excel, OpenDocument, Parquet or JSON file, or an SQLite or DuckDB database, with column names.</source>
        <translation>No es una tabla. Elija un archivo CSV, Excel, OpenDocument, Parquet o JSON, o una base de datos SQLite o DuckDB, con nombres de columna.</translation>
    </message>
    <message>
        <source>The database holds several tables: {tables}.</source>
        <translation>La base de datos contiene varias tablas: {tables}.</translation>
    </message>
    <message>
        <source>Reading replays needs the package sc2reader: install Balance Desk with the extra “replays”.</source>
        <translation>Para leer repeticiones hace falta el paquete sc2reader: instale Balance Desk con el extra «replays».</translation>
    </message>
    <message>
        <source>No game with a result could be read from the replays.</source>
        <translation>No se pudo leer de las repeticiones ninguna partida con resultado.</translation>
    </message>
    <message>
        <source>The database cannot be opened. Check the rights of its folder and the room on the disk.</source>
        <translation>No se puede abrir la base de datos. Compruebe los permisos de su carpeta y el espacio en el disco.</translation>
    </message>
    <message>
        <source>This text has characters that cannot be stored. Remove them, try again.</source>
        <translation>El texto tiene caracteres que no se pueden guardar. Quítelos e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>This profile was written by a newer Balance Desk. Update this one, or choose another profile with --profile.</source>
        <translation>Este perfil lo escribió una versión más nueva de Balance Desk. Actualice esta o elija otro perfil con --profile.</translation>
    </message>
    <message>
        <source>The database of this profile belongs to another program. Choose another profile with --profile.</source>
        <translation>La base de datos de este perfil es de otro programa. Elija otro perfil con --profile.</translation>
    </message>
    <message>
        <source>The conversation of this answer was removed meanwhile.</source>
        <translation>La conversación de esta respuesta se ha eliminado entretanto.</translation>
    </message>
    <message>
        <source>This is no address of an agent: http://…, https://…, grpc://host:port or kafka://host:port/name is wanted.</source>
        <translation>No es la dirección de un agente: se espera http://…, https://…, grpc://servidor:puerto o kafka://servidor:puerto/nombre.</translation>
    </message>
    <message>
        <source>An address must not hold a password: it would be kept in a file.</source>
        <translation>La dirección no puede llevar una contraseña: quedaría guardada en un archivo.</translation>
    </message>
    <message>
        <source>An agent cannot have this name here. Choose one with small letters, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;.</source>
        <translation>Un agente no puede llamarse así aquí. Elija un nombre con minúsculas, cifras, &apos;.&apos;, &apos;_&apos; y &apos;-&apos;.</translation>
    </message>
    <message>
        <source>Another agent has this name already. Choose another name for this one.</source>
        <translation>Otro agente ya tiene ese nombre. Elija otro para este.</translation>
    </message>
    <message>
        <source>There is no agent at this address. Check the address.</source>
        <translation>No hay ningún agente en esta dirección. Compruébala.</translation>
    </message>
    <message>
        <source>What answers there has no usable agent card.</source>
        <translation>Lo que responde ahí no tiene una tarjeta de agente utilizable.</translation>
    </message>
    <message>
        <source>The agent was asked for one task, and told another.</source>
        <translation>Se preguntó al agente por una tarea y respondió con otra.</translation>
    </message>
    <message>
        <source>The agent compresses its answer although it was asked not to: it is not read.</source>
        <translation>El agente comprime su respuesta aunque se le pidió que no lo hiciera: no se lee.</translation>
    </message>
    <message>
        <source>The agent shows its card only to those who are signed in with it.</source>
        <translation>El agente solo muestra su tarjeta a quien ha iniciado sesión.</translation>
    </message>
    <message>
        <source>The agent sends its callers to another address. Add it again by the address it has now.</source>
        <translation>El agente remite a otra dirección. Añádalo de nuevo con la dirección que tiene ahora.</translation>
    </message>
    <message>
        <source>The agent has too much to do for the moment. Try again later.</source>
        <translation>El agente tiene demasiado trabajo por ahora. Inténtelo más tarde.</translation>
    </message>
    <message>
        <source>The agent sent more and more without an end. It is left alone now.</source>
        <translation>El agente envió más y más sin llegar a un final. Ya no se le escucha.</translation>
    </message>
    <message>
        <source>The card of {agent} has changed since you accepted it. Look at it before you go on.</source>
        <translation>La tarjeta de {agent} ha cambiado desde que la aceptaste. Revísala antes de continuar.</translation>
    </message>
    <message>
        <source>“{name}” could not be opened. {why}</source>
        <translation>No se pudo abrir «{name}». {why}</translation>
    </message>
    <message>
        <source>The agent lets in only those who have signed in with it.</source>
        <translation>El agente solo deja pasar a quien ha iniciado sesión.</translation>
    </message>
    <message>
        <source>Signing in did not succeed. Try it again.</source>
        <translation>No se pudo iniciar sesión. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The agent asks for a way to sign in that this program does not have.</source>
        <translation>El agente pide una forma de iniciar sesión que este programa no tiene.</translation>
    </message>
    <message>
        <source>Nothing secret is sent there: it is reached without encryption (TLS).</source>
        <translation>No se envía nada secreto: se llega sin cifrado (TLS).</translation>
    </message>
    <message>
        <source>Something is missing. Fill in every field.</source>
        <translation>Falta algo. Rellene todos los campos.</translation>
    </message>
    <message>
        <source>There is no such agent in this profile.</source>
        <translation>No existe ese agente en este perfil.</translation>
    </message>
    <message>
        <source>This file holds no exported conversation.</source>
        <translation>Este archivo no contiene ninguna conversación exportada.</translation>
    </message>
    <message>
        <source>The profile {folder} is a file. Choose a folder with --profile.</source>
        <translation>El perfil {folder} es un archivo. Elija una carpeta con --profile.</translation>
    </message>
    <message>
        <source>The profile {folder} has no space left. Free some and start again.</source>
        <translation>Al perfil {folder} no le queda espacio. Libere algo y vuelva a empezar.</translation>
    </message>
    <message>
        <source>The profile {folder} cannot be written. Change its rights, or choose another one with --profile.</source>
        <translation>No se puede escribir en el perfil {folder}. Cambie sus permisos o elija otro con --profile.</translation>
    </message>
    <message>
        <source>The profile {folder} cannot be used. Choose another one with --profile.</source>
        <translation>El perfil {folder} no se puede usar. Elija otro con --profile.</translation>
    </message>
    <message>
        <source>No language model is chosen. Choose one under “Language model…”.</source>
        <translation>No se ha elegido ningún modelo de lenguaje. Elija uno en «Modelo de lenguaje…».</translation>
    </message>
    <message>
        <source>{model} needs a key. Enter it under “Language model…”, then try again.</source>
        <translation>{model} necesita una clave. Introdúzcala en «Modelo de lenguaje…» e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>{model} did not answer in time. Try again.</source>
        <translation>{model} no respondió a tiempo. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The answer of {model} needs more tokens than a turn may use.</source>
        <translation>La respuesta de {model} necesita más tokens de los que se permiten por turno.</translation>
    </message>
    <message>
        <source>{model} refused the request (status {status}). Check the key and the name of the model.</source>
        <translation>{model} rechazó la petición (estado {status}). Compruebe la clave y el nombre del modelo.</translation>
    </message>
    <message>
        <source>{model} cannot be reached. Check its address, and whether it runs.</source>
        <translation>No se puede contactar con {model}. Compruebe la dirección y que esté en marcha.</translation>
    </message>
    <message>
        <source>{model} gave an answer that cannot be used. Try again.</source>
        <translation>{model} dio una respuesta que no se puede usar. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>It is kept, but {variable} is set in the environment and comes first.</source>
        <translation>Se ha guardado, pero la variable de entorno {variable} tiene prioridad.</translation>
    </message>
    <message>
        <source>There is no other agent here that could be asked.</source>
        <translation>Aquí no hay ningún otro agente al que preguntar.</translation>
    </message>
    <message>
        <source>This address does not fit: it begins with https:// or http://, with no password.</source>
        <translation>La dirección no es válida: empieza por https:// o http:// y no lleva contraseña.</translation>
    </message>
    <message>
        <source>A key is not sent without encryption: use an address that begins with https://.</source>
        <translation>Una clave no se envía sin cifrar: use una dirección que empiece por https://.</translation>
    </message>
    <message>
        <source>A setting does not fit: {setting}.</source>
        <translation>Hay un ajuste que no es válido: {setting}.</translation>
    </message>
    <message>
        <source>This message was sent before.</source>
        <translation>Este mensaje ya se envió.</translation>
    </message>
    <message>
        <source>It was changed elsewhere, or belongs to something else.</source>
        <translation>Se cambió en otro lugar o pertenece a otra cosa.</translation>
    </message>
    <message>
        <source>It is not there any more.</source>
        <translation>Ya no está allí.</translation>
    </message>
    <message>
        <source>Your account has no role at the conversation service. Ask whoever runs it for one.</source>
        <translation>Su cuenta no tiene ningún rol en el servicio de conversaciones. Pida uno a quien lo administra.</translation>
    </message>
    <message>
        <source>Your account does not belong to this tenant of the conversation service.</source>
        <translation>Su cuenta no pertenece a este inquilino del servicio de conversaciones.</translation>
    </message>
    <message>
        <source>Your account belongs to several tenants of the conversation service. Run “balance-desk conversations connect” with “--tenant NAME”.</source>
        <translation>Su cuenta pertenece a varios inquilinos del servicio de conversaciones. Ejecute «balance-desk conversations connect» con «--tenant NOMBRE».</translation>
    </message>
    <message>
        <source>The token does not allow it.</source>
        <translation>El token no lo permite.</translation>
    </message>
    <message>
        <source>Too much was asked at once. It is tried again.</source>
        <translation>Se pidió demasiado a la vez. Se vuelve a intentar.</translation>
    </message>
    <message>
        <source>The conversation service does not answer.</source>
        <translation>El servicio de conversaciones no responde.</translation>
    </message>
    <message>
        <source>The address of the conversation service cannot be used: https://HOST is wanted, or http:// on this computer. Your conversations are kept on this desk only.</source>
        <translation>No se puede usar la dirección del servicio de conversaciones: debe ser https://HOST, o http:// en este equipo. Sus conversaciones se guardan solo en este escritorio.</translation>
    </message>
    <message>
        <source>There is no token for the conversation service. Ask whoever runs it for one, then run “balance-desk conversations connect {url}”. Until then your conversations are kept on this desk only.</source>
        <translation>No hay token para el servicio de conversaciones. Pídalo a quien lo administra y ejecute «balance-desk conversations connect {url}». Hasta entonces sus conversaciones se guardan solo en este escritorio.</translation>
    </message>
    <message>
        <source>The agent is not running at the moment. Your message waits in its queue for an hour; trying again sends it a second time.</source>
        <translation>El agente no está en marcha en este momento. Su mensaje espera en la cola durante una hora; si lo intenta de nuevo, se enviará otra vez.</translation>
    </message>
    <message>
        <source>No agent of this name was ever served there. Check the address.</source>
        <translation>Allí nunca se ha ofrecido un agente con este nombre. Compruebe la dirección.</translation>
    </message>
    <message>
        <source>The brokers of the agent cannot be reached, so it is not known whether it received this message. Check the network. Trying again may make it do the work twice.</source>
        <translation>No se puede llegar a los brókeres del agente, así que no se sabe si recibió este mensaje. Compruebe la red. Si lo intenta de nuevo, podría hacer el trabajo dos veces.</translation>
    </message>
    <message>
        <source>The brokers of the agent do not let you in. Check the user and the password, or ask whoever runs them for the rights.</source>
        <translation>Los brókeres del agente no le dejan entrar. Compruebe el usuario y la contraseña, o pida los permisos a quien los administra.</translation>
    </message>
    <message>
        <source>The brokers do not let you write to this agent. Ask whoever runs them for the right to write to its topics (ACL).</source>
        <translation>Los brókeres no le permiten escribir a este agente. Pida a quien los administra el permiso para escribir en sus temas (ACL).</translation>
    </message>
    <message>
        <source>The message is larger than the brokers take. Give large files by their address.</source>
        <translation>El mensaje es mayor de lo que aceptan los brókeres. Indique los archivos grandes por su dirección.</translation>
    </message>
    <message>
        <source>The certificate in the settings cannot be used. A PEM file is needed.</source>
        <translation>No se puede usar el certificado de los ajustes. Hace falta un archivo PEM.</translation>
    </message>
    <message>
        <source>Nothing is heard of the agent any more. It may still be working; trying again may make it do the work twice.</source>
        <translation>Ya no se sabe nada del agente. Quizá siga trabajando; si lo intenta de nuevo, podría hacer el trabajo dos veces.</translation>
    </message>
    <message>
        <source>What the agent sent is larger than can be taken at once. Ask for less, or tell whoever runs the agent: large results are given by their address.</source>
        <translation>Lo que envió el agente es mayor de lo que se puede recibir de una vez. Pida menos, o avise a quien administra el agente: los resultados grandes se indican por su dirección.</translation>
    </message>
    <message>
        <source>The answer came while Balance Desk was closed, or never, and is no longer kept anywhere. Ask again if you still need it.</source>
        <translation>La respuesta llegó mientras Balance Desk estaba cerrado, o no llegó nunca, y ya no se conserva en ningún sitio. Pregunte de nuevo si aún la necesita.</translation>
    </message>
    <message>
        <source>The message waited in the queue for too long, and the agent did not work on it. Ask again if you still need the answer.</source>
        <translation>El mensaje esperó demasiado tiempo en la cola y el agente no trabajó en él. Pregunte de nuevo si aún necesita la respuesta.</translation>
    </message>
    <message>
        <source>The agent could not read the message. It is kept for whoever runs the agent.</source>
        <translation>El agente no pudo leer el mensaje. Se conserva para quien administra el agente.</translation>
    </message>
    <message>
        <source>Each time the agent worked on this message its program ended, so it is not tried any more. It is kept for whoever runs the agent.</source>
        <translation>Cada vez que el agente trabajaba en este mensaje, su programa terminaba, así que ya no se intenta más. Se conserva para quien administra el agente.</translation>
    </message>
    <message>
        <source>The message with its files is larger than the agent takes. Send fewer or smaller files at a time, or give large ones by their address.</source>
        <translation>El mensaje con sus archivos es mayor de lo que acepta el agente. Envíe menos archivos o más pequeños a la vez, o dé los grandes por su dirección.</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>Buscar en esta conversación</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Anterior</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Siguiente</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Cerrar la búsqueda</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} de {count}</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>No encontrado</translation>
    </message>
</context>
<context>
    <name>Fonts</name>
    <message>
        <source>No installed font can show Korean: Hangul appears as empty boxes. Install one, for example with “apt install fonts-noto-cjk”, and start Balance Desk again.</source>
        <translation>Ninguna fuente instalada puede mostrar coreano: el hangul aparece como recuadros vacíos. Instale una, por ejemplo con «apt install fonts-noto-cjk», y vuelva a iniciar Balance Desk.</translation>
    </message>
</context>
<context>
    <name>Frames</name>
    <message>
        <source>Sent</source>
        <translation>Enviado</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Recibido</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Falló</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminó</translation>
    </message>
    <message>
        <source>first answer after {s} s</source>
        <translation>primera respuesta a los {s} s</translation>
    </message>
    <message>
        <source>first piece {s} s</source>
        <translation>primer fragmento {s} s</translation>
    </message>
    <message>
        <source>whole {s} s</source>
        <translation>completa {s} s</translation>
    </message>
    <message>
        <source>longest silence {s} s</source>
        <translation>silencio más largo {s} s</translation>
    </message>
    <message>
        <source>Nothing went over the wire for this message.</source>
        <translation>Nada pasó por la red para este mensaje.</translation>
    </message>
    <message>
        <source>From an earlier run: these frames are made anew from what was kept. Times are those of keeping.</source>
        <translation>De una ejecución anterior: estas tramas se han rehecho a partir de lo guardado. Las horas son las de guardado.</translation>
    </message>
    <message>
        <source>As it went over the wire.</source>
        <translation>Tal como pasó por la red.</translation>
    </message>
    <message>
        <source>Departures from A2A, marked below: {count}</source>
        <translation>Incumplimientos de A2A, marcados abajo: {count}</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Tarea</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Correlación</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Binding</source>
        <translation>Protocolo</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latencia</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Copiado.</translation>
    </message>
    <message>
        <source>There is no such form: this was not sent over HTTP.</source>
        <translation>No existe en esta forma: no se envió por HTTP.</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>waits in the queue</source>
        <translation>espera en la cola</translation>
    </message>
    <message>
        <source>the agent is at work</source>
        <translation>el agente está trabajando</translation>
    </message>
    <message>
        <source>no replica has it any more</source>
        <translation>ya no lo tiene ninguna réplica</translation>
    </message>
    <message>
        <source>accepted by the agent</source>
        <translation>aceptado por el agente</translation>
    </message>
    <message>
        <source>attempt {attempt}</source>
        <translation>intento {attempt}</translation>
    </message>
    <message>
        <source>In an unknown state</source>
        <translation>En un estado desconocido</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Buscar en la ayuda</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
    <message>
        <source>Nothing fits.</source>
        <translation>Nada coincide.</translation>
    </message>
</context>
<context>
    <name>HitDelegate</name>
    <message>
        <source>Outside the conversations</source>
        <translation>Fuera de las conversaciones</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>Inspector</translation>
    </message>
    <message>
        <source>Message before</source>
        <translation>Mensaje anterior</translation>
    </message>
    <message>
        <source>Message after</source>
        <translation>Mensaje siguiente</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Tramas</translation>
    </message>
    <message>
        <source>The frame as JSON</source>
        <translation>La trama como JSON</translation>
    </message>
    <message>
        <source>Ids and address</source>
        <translation>Identificadores y dirección</translation>
    </message>
    <message>
        <source>Departures from the specification</source>
        <translation>Incumplimientos de la especificación</translation>
    </message>
    <message>
        <source>Leave out what looks like a secret</source>
        <translation>Omitir lo que parezca un secreto</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Copiar como JSON</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>Copiar como curl</translation>
    </message>
    <message>
        <source>Copy as a test</source>
        <translation>Copiar como prueba</translation>
    </message>
    <message>
        <source>Copy as a report of a fault</source>
        <translation>Copiar como informe de un fallo</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Replay the conversation</source>
        <translation>Reproducir la conversación</translation>
    </message>
    <message>
        <source>Ask by hand…</source>
        <translation>Preguntar a mano…</translation>
    </message>
    <message>
        <source>Speed of the replay</source>
        <translation>Velocidad de reproducción</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Al instante</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Copiar como</translation>
    </message>
    <message>
        <source>Copy the whole conversation</source>
        <translation>Copiar toda la conversación</translation>
    </message>
    <message>
        <source>Tasks of the agent…</source>
        <translation>Tareas del agente…</translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>Keys of “{command}”</source>
        <translation>Teclas de «{command}»</translation>
    </message>
    <message>
        <source>Press the keys that should give this command.</source>
        <translation>Pulse las teclas que darán esta orden.</translation>
    </message>
    <message>
        <source>As it came</source>
        <translation>Las de origen</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>Sin teclas</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>“{command}” has these keys now. Saved, they are taken from it.</source>
        <translation>Ahora estas teclas son de «{command}». Al guardar, esa orden las pierde.</translation>
    </message>
    <message>
        <source>This key alone is for writing. Hold Ctrl or Alt too, or take F1 to F12.</source>
        <translation>Esta tecla sola sirve para escribir. Añada Ctrl o Alt, o use F1 a F12.</translation>
    </message>
    <message>
        <source>Alt and a letter opens a menu. Hold Ctrl or another key too.</source>
        <translation>Alt y una letra abre un menú. Añada Ctrl u otra tecla.</translation>
    </message>
    <message>
        <source>What is being written needs these keys. Take others.</source>
        <translation>Estas teclas hacen falta al escribir. Elija otras.</translation>
    </message>
</context>
<context>
    <name>LatestButton</name>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n nuevo</numerusform>
            <numerusform>%n nuevos</numerusform>
        </translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Lo último</translation>
    </message>
    <message>
        <source>Go to the newest message (End)</source>
        <translation>Ir al mensaje más reciente (Fin)</translation>
    </message>
</context>
<context>
    <name>ListFilter</name>
    <message>
        <source>Conversations shown</source>
        <translation>Conversaciones que se muestran</translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>Todas las conversaciones</translation>
    </message>
    <message>
        <source>Archive ({count})</source>
        <translation>Archivadas ({count})</translation>
    </message>
</context>
<context>
    <name>LiveSign</name>
    <message>
        <source>Try now</source>
        <translation>Probar ahora</translation>
    </message>
    <message>
        <source>No network: what you write is kept, and agents on this machine answer.</source>
        <translation>Sin red: lo que escriba se guarda y los agentes de este equipo responden.</translation>
    </message>
    <message>
        <source>Offline: {agents}. What is open there is asked for again by itself.</source>
        <translation>Sin conexión: {agents}. Lo que queda abierto se vuelve a consultar solo.</translation>
    </message>
    <message>
        <source>Nothing was heard of {agents} for a minute. It may still be working.</source>
        <translation>No se ha sabido nada de {agents} en un minuto. Puede que siga trabajando.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stop what is not heard of</source>
        <translation>Detener lo que no da noticias</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>Time</source>
        <translation>Hora</translation>
    </message>
    <message>
        <source>From</source>
        <translation>De</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Para</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>… cut off here; an export has all of it</source>
        <translation>… cortado aquí; al exportarlo se guarda completo</translation>
    </message>
    <message numerus="yes">
        <source>%n records, the newest below.</source>
        <translation>
            <numerusform>%n registro.</numerusform>
            <numerusform>%n registros; el más reciente, abajo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Live.</source>
        <translation>En directo.</translation>
    </message>
    <message numerus="yes">
        <source>Paused; %n new records wait.</source>
        <translation>
            <numerusform>En pausa; espera %n registro nuevo.</numerusform>
            <numerusform>En pausa; esperan %n registros nuevos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>En pausa.</translation>
    </message>
    <message numerus="yes">
        <source>%n records copied.</source>
        <translation>
            <numerusform>%n registro copiado.</numerusform>
            <numerusform>%n registros copiados.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n records saved to {path}.</source>
        <translation>
            <numerusform>%n registro guardado en {path}.</numerusform>
            <numerusform>%n registros guardados en {path}.</numerusform>
        </translation>
    </message>
    <message>
        <source>what came before is not in the log</source>
        <translation>lo anterior no está en el registro</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Stream log</source>
        <translation>Registro de mensajes</translation>
    </message>
    <message>
        <source>Only with these words</source>
        <translation>Solo con estas palabras</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>The record that is chosen stands here, as written.</source>
        <translation>Aquí se ve el registro elegido, tal como se escribió.</translation>
    </message>
    <message>
        <source>The record as it is written</source>
        <translation>El registro tal como está escrito</translation>
    </message>
    <message>
        <source>The chain of the record</source>
        <translation>La cadena del registro</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Todos los agentes</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>Todos los tipos</translation>
    </message>
    <message>
        <source>The marked record</source>
        <translation>El registro marcado</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Cadena</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Copiar como JSON</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>%n mensaje más</numerusform>
            <numerusform>%n mensajes más</numerusform>
        </translation>
    </message>
    <message>
        <source>Fewer messages</source>
        <translation>Menos mensajes</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>With every agent</source>
        <translation>Con cualquier agente</translation>
    </message>
    <message>
        <source>In all conversations</source>
        <translation>En todas las conversaciones</translation>
    </message>
    <message>
        <source>This fact was changed elsewhere meanwhile. It is shown as it is now.</source>
        <translation>Este dato se cambió mientras tanto en otro lugar. Se muestra como está ahora.</translation>
    </message>
    <message>
        <source>The message is not here any more.</source>
        <translation>El mensaje ya no está aquí.</translation>
    </message>
    <message>
        <source>For everybody at the service</source>
        <translation>Para todos en el servicio</translation>
    </message>
    <message>
        <source>Only with {agent}</source>
        <translation>Solo con {agent}</translation>
    </message>
    <message>
        <source>Only in “{title}”</source>
        <translation>Solo en «{title}»</translation>
    </message>
    <message>
        <source>In all conversations, with every agent</source>
        <translation>En todas las conversaciones, con cualquier agente</translation>
    </message>
    <message>
        <source>Until the end of {day}</source>
        <translation>Hasta el final del {day}</translation>
    </message>
    <message>
        <source>Without an end</source>
        <translation>Sin fecha de fin</translation>
    </message>
    <message>
        <source>Holds since {since}</source>
        <translation>Vale desde el {since}</translation>
    </message>
    <message>
        <source>From {since} to {until}</source>
        <translation>Vale del {since} al {until}</translation>
    </message>
    <message>
        <source>Remembered: “{fact}”</source>
        <translation>Recordado: «{fact}»</translation>
    </message>
    <message>
        <source>Forgotten: “{fact}”</source>
        <translation>Olvidado: «{fact}»</translation>
    </message>
</context>
<context>
    <name>MemoryDialog</name>
    <message>
        <source>Remember a fact</source>
        <translation>Recordar un dato</translation>
    </message>
    <message>
        <source>Change a fact</source>
        <translation>Cambiar un dato</translation>
    </message>
    <message>
        <source>“My race is Zerg”, “weeks begin on Sunday”, …</source>
        <translation>«Mi raza es Zerg», «las semanas empiezan el domingo»…</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>Recordar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Until the end of</source>
        <translation>Hasta el final del</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Dato</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
    <message>
        <source>Holds since</source>
        <translation>Vale desde</translation>
    </message>
</context>
<context>
    <name>MemoryView</name>
    <message>
        <source>Written down here, {moment}</source>
        <translation>Anotado aquí, {moment}</translation>
    </message>
    <message>
        <source>From a message, {moment}</source>
        <translation>De un mensaje, {moment}</translation>
    </message>
    <message numerus="yes">
        <source>%n facts</source>
        <translation>
            <numerusform>%n dato</numerusform>
            <numerusform>%n datos</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing that is remembered fits this search.</source>
        <translation>Nada de lo recordado coincide con esta búsqueda.</translation>
    </message>
    <message>
        <source>Nothing is remembered yet.

Say “remember that my race is Zerg” in any conversation, or write a fact down here. Agents that use a language model are told what holds.</source>
        <translation>Todavía no hay nada recordado.

Diga «recuerda que mi raza es Zerg» en cualquier conversación, o anote un dato aquí. A los agentes que usan un modelo de lenguaje se les dice lo que vale.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Search in what is remembered</source>
        <translation>Buscar en lo recordado</translation>
    </message>
    <message>
        <source>Which facts</source>
        <translation>Qué datos</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>The fact in full</source>
        <translation>El dato completo</translation>
    </message>
    <message>
        <source>What holds now</source>
        <translation>Lo que vale ahora</translation>
    </message>
    <message>
        <source>What held once, or will</source>
        <translation>Lo que valió o valdrá</translation>
    </message>
    <message>
        <source>All facts</source>
        <translation>Todos los datos</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Añadir…</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Cambiar…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Olvidar</translation>
    </message>
    <message>
        <source>Show the message</source>
        <translation>Ver el mensaje</translation>
    </message>
</context>
<context>
    <name>Mentions</name>
    <message>
        <source>Agents</source>
        <translation>Agentes</translation>
    </message>
    <message>
        <source>Agent {name}, Enter to choose</source>
        <translation>Agente {name}, Intro para elegirlo</translation>
    </message>
</context>
<context>
    <name>ModelDialog</name>
    <message>
        <source>Language model</source>
        <translation>Modelo de lenguaje</translation>
    </message>
    <message>
        <source>Nothing needs a model. With one, the agent “chat” talks, and questions that are not understood can be read by it. What you write there is sent to its server; with a question go names and common values of its table, of a log also lines, and rows that answer it; rows of a table only where settings.toml says looks = “all”.</source>
        <translation>Nada necesita un modelo. Con uno, el agente «chat» conversa y puede leer las preguntas que no se entiendan. Lo que escriba ahí se envía a su servidor; con una pregunta van nombres y valores comunes de su tabla, de un registro también líneas, y filas que la responden; filas de una tabla solo donde settings.toml dice looks = «all».</translation>
    </message>
    <message>
        <source>The key is kept in the keyring of this system.</source>
        <translation>La clave se guarda en el llavero de este sistema.</translation>
    </message>
    <message>
        <source>This system has no keyring: a key is kept in memory and ends with the window.</source>
        <translation>Este sistema no tiene llavero: la clave se guarda en memoria y termina con la ventana.</translation>
    </message>
    <message>
        <source>Just a moment…</source>
        <translation>Un momento…</translation>
    </message>
    <message>
        <source>It answers: {words}</source>
        <translation>Responde: {words}</translation>
    </message>
    <message>
        <source>One is kept; type to replace it</source>
        <translation>Hay una guardada; escriba para sustituirla</translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation>Tipo de servidor</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Ningún modelo</translation>
    </message>
    <message>
        <source>OpenAI, or a server that speaks like it</source>
        <translation>OpenAI o un servidor compatible</translation>
    </message>
    <message>
        <source>What rules leave open</source>
        <translation>Lo que las reglas dejan abierto</translation>
    </message>
    <message>
        <source>Each one, best for logs; rules where it fails</source>
        <translation>Cada una, lo mejor para registros; si falla, las reglas</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguna</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Questions it reads</source>
        <translation>Preguntas que lee</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>En este equipo</translation>
    </message>
    <message>
        <source>Choose one…</source>
        <translation>Elija uno…</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>The answer is off the board of all conversations.</source>
        <translation>La respuesta ya no está en el tablero de todas las conversaciones.</translation>
    </message>
    <message>
        <source>The answer is on the board of all conversations.</source>
        <translation>La respuesta está en el tablero de todas las conversaciones.</translation>
    </message>
    <message>
        <source>Opening “{name}”…</source>
        <translation>Abriendo «{name}»…</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>Se ha eliminado «{title}».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Something went wrong inside Balance Desk. What you wrote and what was answered is kept; the details are in the log.</source>
        <translation>Algo ha fallado dentro de Balance Desk. Lo que escribió y lo que se respondió se conserva; los detalles están en el registro.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>Guardado como {path}</translation>
    </message>
    <message>
        <source>The agent {name} can be chosen now.</source>
        <translation>Ya se puede elegir el agente {name}.</translation>
    </message>
    <message>
        <source>New conversation with it</source>
        <translation>Nueva conversación con él</translation>
    </message>
    <message>
        <source>You are signed in with {name}.</source>
        <translation>Ha iniciado sesión en {name}.</translation>
    </message>
    <message>
        <source>You are signed out of {name}.</source>
        <translation>Ha cerrado la sesión en {name}.</translation>
    </message>
    <message>
        <source>This is a branch: it goes on from here, and the other conversation stays as it is.</source>
        <translation>Esto es una rama: sigue desde aquí, y la otra conversación queda como está.</translation>
    </message>
    <message>
        <source>This address leads to no conversation here.</source>
        <translation>Esta dirección no lleva a ninguna conversación de aquí.</translation>
    </message>
    <message>
        <source>Balance Desk ended unexpectedly the last time. What was said is kept.</source>
        <translation>Balance Desk terminó de forma inesperada la última vez. Lo dicho se conserva.</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>Ver el informe</translation>
    </message>
    <message>
        <source>Renamed to “{title}”.</source>
        <translation>Nuevo título: «{title}».</translation>
    </message>
    <message>
        <source>“{title}” is pinned.</source>
        <translation>«{title}» está fijada.</translation>
    </message>
    <message>
        <source>“{title}” is no longer pinned.</source>
        <translation>«{title}» ya no está fijada.</translation>
    </message>
    <message>
        <source>{agent} answers here from now on.</source>
        <translation>A partir de ahora responde aquí {agent}.</translation>
    </message>
    <message>
        <source>“{name}” was taken out.</source>
        <translation>Se quitó «{name}».</translation>
    </message>
    <message>
        <source>A branch was begun.</source>
        <translation>Se inició una rama.</translation>
    </message>
    <message>
        <source>A conversation was imported.</source>
        <translation>Se importó una conversación.</translation>
    </message>
    <message>
        <source>“{title}” is in the archive.</source>
        <translation>«{title}» está archivada.</translation>
    </message>
    <message>
        <source>“{title}” is out of the archive.</source>
        <translation>«{title}» ya no está archivada.</translation>
    </message>
    <message>
        <source>Tags of “{title}”: {tags}</source>
        <translation>Etiquetas de «{title}»: {tags}</translation>
    </message>
    <message>
        <source>“{title}” has no tags any more.</source>
        <translation>«{title}» ya no tiene etiquetas.</translation>
    </message>
    <message>
        <source>The column “{name}” was corrected.</source>
        <translation>Se corrigió la columna «{name}».</translation>
    </message>
    <message>
        <source>The answer is on the board.</source>
        <translation>La respuesta está en el tablero.</translation>
    </message>
    <message>
        <source>The answer is off the board.</source>
        <translation>La respuesta ya no está en el tablero.</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Nothing fits.</source>
        <translation>Nada coincide.</translation>
    </message>
</context>
<context>
    <name>Palettes</name>
    <message>
        <source>In the answer</source>
        <translation>En la respuesta</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Órdenes</translation>
    </message>
    <message>
        <source>Type a few letters of a command</source>
        <translation>Escriba unas letras de una orden</translation>
    </message>
    <message>
        <source>Go to a conversation</source>
        <translation>Ir a una conversación</translation>
    </message>
    <message>
        <source>Type a few letters of a title</source>
        <translation>Escriba unas letras de un título</translation>
    </message>
    <message>
        <source>Recent data files</source>
        <translation>Archivos de datos recientes</translation>
    </message>
    <message>
        <source>Type a few letters of a name</source>
        <translation>Escriba unas letras de un nombre</translation>
    </message>
    <message>
        <source>Command {name}, Enter to give it</source>
        <translation>Orden {name}, Intro para darla</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Preferencias</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Tema</translation>
    </message>
    <message>
        <source>&amp;Send with</source>
        <translation>&amp;Enviar con</translation>
    </message>
    <message>
        <source>&amp;Font size</source>
        <translation>Tamaño de &amp;letra</translation>
    </message>
    <message>
        <source> %</source>
        <comment>after a number</comment>
        <translation> %</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Enter (Shift+Enter breaks the line)</source>
        <translation>Intro (Mayús+Intro cambia de línea)</translation>
    </message>
    <message>
        <source>Ctrl+Enter (Enter breaks the line)</source>
        <translation>Ctrl+Intro (Intro cambia de línea)</translation>
    </message>
    <message>
        <source>Language model…</source>
        <translation>Modelo de lenguaje…</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>&amp;Movimiento</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Completo</translation>
    </message>
    <message>
        <source>Reduced (nothing moves by itself)</source>
        <translation>Reducido (nada se mueve por sí solo)</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
</context>
<context>
    <name>QuestionBar</name>
    <message>
        <source>Attach a file…</source>
        <translation>Adjuntar un archivo…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>This waits for your answer</source>
        <translation>Espera su respuesta</translation>
    </message>
    <message numerus="yes">
        <source>This waits for your answer; %n more can be typed</source>
        <translation>
            <numerusform>Espera su respuesta; otra opción se puede escribir</numerusform>
            <numerusform>Espera su respuesta; otras %n opciones se pueden escribir</numerusform>
        </translation>
    </message>
    <message>
        <source>{choice} · {count}</source>
        <translation>{choice} · {count}</translation>
    </message>
    <message>
        <source>This waits for your sign-in</source>
        <translation>Esto espera a que inicie sesión</translation>
    </message>
    <message>
        <source>I have signed in, go on</source>
        <translation>Ya he iniciado sesión, seguir</translation>
    </message>
    <message>
        <source>Show the question</source>
        <translation>Mostrar la pregunta</translation>
    </message>
</context>
<context>
    <name>Queued</name>
    <message>
        <source>Send now</source>
        <translation>Enviar ahora</translation>
    </message>
    <message>
        <source>Next: {message}</source>
        <translation>Después: {message}</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Recuperar</translation>
    </message>
    <message>
        <source>Put what waits back into the message</source>
        <translation>Devolver al mensaje lo que espera</translation>
    </message>
</context>
<context>
    <name>Records</name>
    <message>
        <source>Request</source>
        <translation>Petición</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Error</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Decisión</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
</context>
<context>
    <name>RecoveryWords</name>
    <message numerus="yes">
        <source>%n conversation(s) could be saved.</source>
        <translation>
            <numerusform>Se ha podido salvar %n conversación.</numerusform>
            <numerusform>Se han podido salvar %n conversaciones.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your conversations were brought up to date for this version. As they were before they are kept in {copy}; “balance-desk doctor --put-back” with this file goes back.</source>
        <translation>Sus conversaciones se adaptaron a esta versión. Tal como eran antes se guardan en {copy}; “balance-desk doctor --put-back” con este archivo vuelve atrás.</translation>
    </message>
    <message>
        <source>The database was damaged. It is kept aside as {copy}.</source>
        <translation>La base de datos estaba dañada. Se ha apartado como {copy}.</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) were not completed; the conversation says why.</source>
        <translation>
            <numerusform>%n respuesta no se completó; la conversación dice por qué.</numerusform>
            <numerusform>%n respuestas no se completaron; las conversaciones dicen por qué.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) may not have arrived.</source>
        <translation>
            <numerusform>Es posible que %n mensaje no haya llegado.</numerusform>
            <numerusform>Es posible que %n mensajes no hayan llegado.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) finished while you were away.</source>
        <translation>
            <numerusform>%n respuesta terminó en su ausencia.</numerusform>
            <numerusform>%n respuestas terminaron en su ausencia.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) wait for your answer.</source>
        <translation>
            <numerusform>%n pregunta espera su respuesta.</numerusform>
            <numerusform>%n preguntas esperan su respuesta.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) are still being made.</source>
        <translation>
            <numerusform>%n respuesta aún se está haciendo.</numerusform>
            <numerusform>%n respuestas aún se están haciendo.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The state of %n answer(s) is not known: their agent does not reply.</source>
        <translation>
            <numerusform>No se conoce el estado de %n respuesta: su agente no responde.</numerusform>
            <numerusform>No se conoce el estado de %n respuestas: su agente no responde.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) that waited were not sent.</source>
        <translation>
            <numerusform>%n mensaje en espera no se envió.</numerusform>
            <numerusform>%n mensajes en espera no se enviaron.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultTableView</name>
    <message>
        <source>Result table</source>
        <translation>Tabla de resultados</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>An artifact&apos;s id is unique within its task.</source>
        <translation>El id de un artefacto es único dentro de su tarea.</translation>
    </message>
    <message>
        <source>The media type of a part is type/subtype.</source>
        <translation>El tipo de medio de una parte es tipo/subtipo.</translation>
    </message>
    <message>
        <source>The task that was asked for is the one that is told.</source>
        <translation>La tarea que se pidió es la que se comunica.</translation>
    </message>
    <message>
        <source>An answer has `jsonrpc` &quot;2.0&quot; and a result or an error.</source>
        <translation>Una respuesta tiene `jsonrpc` &quot;2.0&quot; y un resultado o un error.</translation>
    </message>
    <message>
        <source>An answer has the id of its request.</source>
        <translation>Una respuesta tiene el id de su petición.</translation>
    </message>
    <message>
        <source>A stream is sent as text/event-stream.</source>
        <translation>Un flujo se envía como text/event-stream.</translation>
    </message>
    <message>
        <source>An answer is sent as JSON.</source>
        <translation>Una respuesta se envía como JSON.</translation>
    </message>
    <message>
        <source>The status of HTTP is that of the error.</source>
        <translation>El estado de HTTP es el del error.</translation>
    </message>
    <message>
        <source>A JSON-RPC answer has HTTP&apos;s status 200.</source>
        <translation>Una respuesta JSON-RPC tiene el estado HTTP 200.</translation>
    </message>
    <message>
        <source>`error.code` is the status of HTTP.</source>
        <translation>`error.code` es el estado de HTTP.</translation>
    </message>
    <message>
        <source>`error.status` names the error&apos;s status of gRPC.</source>
        <translation>`error.status` nombra el estado gRPC del error.</translation>
    </message>
    <message>
        <source>An error has a number as its code, and a message.</source>
        <translation>Un error tiene un número como código y un mensaje.</translation>
    </message>
    <message>
        <source>An error of A2A has an ErrorInfo with its reason and A2A&apos;s domain.</source>
        <translation>Un error de A2A tiene un ErrorInfo con su motivo y el dominio de A2A.</translation>
    </message>
    <message>
        <source>Each detail of an error has an `@type`.</source>
        <translation>Cada detalle de un error tiene un `@type`.</translation>
    </message>
    <message>
        <source>A stream begins with a task or a message.</source>
        <translation>Un flujo empieza con una tarea o un mensaje.</translation>
    </message>
    <message>
        <source>JSON is written in UTF-8 (RFC 8259).</source>
        <translation>El JSON se escribe en UTF-8 (RFC 8259).</translation>
    </message>
    <message>
        <source>What was sent is no JSON.</source>
        <translation>Lo que se envió no es JSON.</translation>
    </message>
    <message>
        <source>A subscription begins with the whole task.</source>
        <translation>Una suscripción empieza con la tarea entera.</translation>
    </message>
    <message>
        <source>A message is alone in its stream.</source>
        <translation>Un mensaje está solo en su flujo.</translation>
    </message>
    <message>
        <source>All events of a stream are of one task.</source>
        <translation>Todos los eventos de un flujo son de una misma tarea.</translation>
    </message>
    <message>
        <source>All events of a stream are of one context.</source>
        <translation>Todos los eventos de un flujo son de un mismo contexto.</translation>
    </message>
    <message>
        <source>Nothing comes after the end of a task.</source>
        <translation>Nada llega después del final de una tarea.</translation>
    </message>
    <message>
        <source>A stream goes on until its task has ended or waits for somebody.</source>
        <translation>Un flujo sigue hasta que su tarea termina o espera a alguien.</translation>
    </message>
    <message>
        <source>Only what was sent before with this artifact id can be appended to.</source>
        <translation>Solo se puede añadir a lo que ya se envió con este id de artefacto.</translation>
    </message>
    <message>
        <source>Nothing is appended after the last chunk.</source>
        <translation>Nada se añade después del último fragmento.</translation>
    </message>
    <message>
        <source>Events come in the order in which they were made.</source>
        <translation>Los eventos llegan en el orden en que se crearon.</translation>
    </message>
    <message>
        <source>A task that was begun is not submitted again.</source>
        <translation>Una tarea que ya empezó no vuelve a estar enviada.</translation>
    </message>
    <message>
        <source>A task that waits for an authorization says in its status for which.</source>
        <translation>Una tarea que espera una autorización dice en su estado cuál.</translation>
    </message>
    <message>
        <source>A task that waits for input says in its status for which.</source>
        <translation>Una tarea que espera una entrada dice en su estado cuál.</translation>
    </message>
    <message>
        <source>What an agent says has the role ROLE_AGENT.</source>
        <translation>Lo que dice un agente tiene el rol ROLE_AGENT.</translation>
    </message>
    <message>
        <source>A message of a task names that task and its context.</source>
        <translation>Un mensaje de una tarea nombra esa tarea y su contexto.</translation>
    </message>
    <message>
        <source>The client&apos;s context is kept, or the message refused.</source>
        <translation>Se conserva el contexto del cliente o se rechaza el mensaje.</translation>
    </message>
    <message>
        <source>Bytes are written in base64.</source>
        <translation>Los bytes se escriben en base64.</translation>
    </message>
    <message>
        <source>Enum values are the names of the protocol's definition.</source>
        <translation>Los valores enumerados son los nombres de la definición del protocolo.</translation>
    </message>
    <message>
        <source>`final` was removed: the state tells the end.</source>
        <translation>`final` se eliminó: el estado indica el final.</translation>
    </message>
    <message>
        <source>`kind` was removed: the name of the field tells the kind.</source>
        <translation>`kind` se eliminó: el nombre del campo indica el tipo.</translation>
    </message>
    <message>
        <source>Names of fields are written in camelCase.</source>
        <translation>Los nombres de los campos se escriben en camelCase.</translation>
    </message>
    <message>
        <source>Exactly one of these fields must be there.</source>
        <translation>Debe haber exactamente uno de estos campos.</translation>
    </message>
    <message>
        <source>A required field is missing or empty.</source>
        <translation>Falta un campo obligatorio o está vacío.</translation>
    </message>
    <message>
        <source>Timestamps are ISO 8601 in UTC and end with Z.</source>
        <translation>Las marcas de tiempo son ISO 8601 en UTC y terminan en Z.</translation>
    </message>
    <message>
        <source>The value has another type than the protocol's definition.</source>
        <translation>El valor tiene otro tipo que el de la definición del protocolo.</translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message numerus="yes">
        <source>%n results</source>
        <translation>
            <numerusform>%n resultado.</numerusform>
            <numerusform>%n resultados.</numerusform>
        </translation>
    </message>
    <message>
        <source>In questions, answers and the cells of tables, of all conversations.</source>
        <translation>En preguntas, respuestas y celdas de tablas, de todas las conversaciones.</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>No se encontró nada.</translation>
    </message>
    <message>
        <source>Not everything is indexed yet; the rest follows by itself.</source>
        <translation>Aún no está todo indexado; el resto se añade solo.</translation>
    </message>
    <message numerus="yes">
        <source>%n messages are not yet compared by meaning.</source>
        <translation>
            <numerusform>%n mensaje aún no se compara por significado.</numerusform>
            <numerusform>%n mensajes aún no se comparan por significado.</numerusform>
        </translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>Buscar en todo</translation>
    </message>
    <message>
        <source>Search everything that was said</source>
        <translation>Buscar en todo lo que se dijo</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Resultados de la búsqueda</translation>
    </message>
    <message>
        <source>What has to be alike</source>
        <translation>En qué debe parecerse</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Periodo</translation>
    </message>
    <message>
        <source>Words and meaning</source>
        <translation>Palabras y significado</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Palabras</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significado</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Todos los agentes</translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>Todas las conversaciones</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Cualquier fecha</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>Últimas 24 horas</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Últimos 30 días</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>Último año</translation>
    </message>
    <message>
        <source>Between two days…</source>
        <translation>Entre dos días…</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>What was said</source>
        <translation>Qué se dijo</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Preguntas y respuestas</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Preguntas</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Respuestas</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Errores</translation>
    </message>
</context>
<context>
    <name>SearchSpan</name>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
</context>
<context>
    <name>ServiceSection</name>
    <message>
        <source>Your conversations are kept on this desk only.</source>
        <translation>Sus conversaciones se guardan solo en este escritorio.</translation>
    </message>
    <message>
        <source>To have them on several desks, run “balance-desk conversations connect” in a terminal, with the address of a service.</source>
        <translation>Para tenerlas en varios escritorios, ejecute «balance-desk conversations connect» en un terminal, con la dirección de un servicio.</translation>
    </message>
    <message>
        <source>To disconnect, run “balance-desk conversations disconnect” in a terminal. It holds from the next start on; what is here stays.</source>
        <translation>Para desconectarlo, ejecute «balance-desk conversations disconnect» en un terminal. Vale desde el próximo inicio; lo que hay aquí se queda.</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Conectando…</translation>
    </message>
    <message>
        <source>All is in step.</source>
        <translation>Todo está sincronizado.</translation>
    </message>
    <message>
        <source>Not synced: the service does not accept this desk&apos;s token.</source>
        <translation>Sin sincronizar: el servicio no acepta el token de este escritorio.</translation>
    </message>
    <message>
        <source>Offline, will sync.</source>
        <translation>Sin conexión; se sincronizará.</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>Part of a command, or keys</source>
        <translation>Parte de una orden, o teclas</translation>
    </message>
    <message>
        <source>All as they came</source>
        <translation>Todas como al principio</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>While you write</source>
        <translation>Mientras escribe</translation>
    </message>
    <message>
        <source>Bring back your last message</source>
        <translation>Recuperar su último mensaje</translation>
    </message>
    <message>
        <source>Choose an answer to a question</source>
        <translation>Elegir la respuesta a una pregunta</translation>
    </message>
    <message>
        <source>Break the line</source>
        <translation>Cambiar de línea</translation>
    </message>
    <message>
        <source>Give a command</source>
        <translation>Dar una orden</translation>
    </message>
    <message>
        <source>Ask another agent</source>
        <translation>Preguntar a otro agente</translation>
    </message>
    <message>
        <source>{command}: {keys}. Change</source>
        <translation>{command}: {keys}. Cambiar</translation>
    </message>
    <message>
        <source>no keys</source>
        <translation>sin teclas</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
    <message>
        <source>In the title</source>
        <translation>En el título</translation>
    </message>
    <message>
        <source>Nothing was found for “{words}”.</source>
        <translation>No se ha encontrado nada para «{words}».</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Buscar en títulos y mensajes</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Resultados de la búsqueda</translation>
    </message>
</context>
<context>
    <name>SignInDialog</name>
    <message>
        <source>Sign in</source>
        <translation>Iniciar sesión</translation>
    </message>
    <message>
        <source>Sign in with {name}</source>
        <translation>Iniciar sesión en {name}</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Abrir en el navegador</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Copiar la dirección</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>It asks for: {scopes}</source>
        <translation>Pide: {scopes}</translation>
    </message>
    <message>
        <source>It is kept in the keyring of this system.</source>
        <translation>Se guarda en el llavero de este sistema.</translation>
    </message>
    <message>
        <source>This system has no keyring: it is kept in memory and ends with the window.</source>
        <translation>Este sistema no tiene llavero: se guarda en memoria y termina con la ventana.</translation>
    </message>
    <message>
        <source>Just a moment…</source>
        <translation>Un momento…</translation>
    </message>
    <message>
        <source>Sign in at this address, then come back.</source>
        <translation>Inicie sesión en esta dirección y vuelva.</translation>
    </message>
    <message>
        <source>This agent does not say how to sign in: there is nothing to enter.</source>
        <translation>Este agente no dice cómo iniciar sesión: no hay nada que introducir.</translation>
    </message>
    <message>
        <source>{field} (may be empty)</source>
        <translation>{field} (puede quedar vacío)</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Usuario</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Contraseña</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>Id. de cliente</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>Secreto de cliente</translation>
    </message>
    <message>
        <source>Where you sign in</source>
        <translation>Dónde se inicia sesión</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Try one of these</source>
        <translation>Pruebe con una de estas</translation>
    </message>
    <message>
        <source>Open your own data…</source>
        <translation>Abrir sus propios datos…</translation>
    </message>
    <message>
        <source>The table that is open now is a sample: its games are simulated, not real.</source>
        <translation>La tabla abierta ahora es una muestra: sus partidas son simuladas, no reales.</translation>
    </message>
    <message>
        <source>Ask about a table in your own words. Every number comes with its count, its interval and the query behind it.</source>
        <translation>Pregunte por una tabla con sus propias palabras. Cada cifra lleva su recuento, su intervalo y la consulta que la produjo.</translation>
    </message>
    <message>
        <source>Opening your conversations…</source>
        <translation>Abriendo sus conversaciones…</translation>
    </message>
    <message>
        <source>This could not be opened</source>
        <translation>No se ha podido abrir</translation>
    </message>
    <message>
        <source>Ask your data</source>
        <translation>Pregunte a sus datos</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>Try this step again</source>
        <translation>Repetir este paso</translation>
    </message>
    <message>
        <source>Steps of the plan</source>
        <translation>Pasos del plan</translation>
    </message>
    <message>
        <source>Input and output</source>
        <translation>Entrada y salida</translation>
    </message>
    <message>
        <source>No steps here</source>
        <translation>Aquí no hay pasos</translation>
    </message>
    <message>
        <source>Agents that work in steps show their plan here while they work.</source>
        <translation>Los agentes que trabajan por pasos muestran aquí su plan mientras trabajan.</translation>
    </message>
    <message>
        <source>{done} of {all} steps done</source>
        <translation>{done} de {all} pasos hechos</translation>
    </message>
    <message>
        <source>what came of step {steps}</source>
        <translation>el resultado del paso {steps}</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Con</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>preguntado</translation>
    </message>
    <message>
        <source>Run {run}</source>
        <translation>Ejecución {run}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Error</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Sin empezar</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>En curso</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenido</translation>
    </message>
    <message>
        <source>Try step {number} again: {name}</source>
        <translation>Repetir el paso {number}: {name}</translation>
    </message>
    <message>
        <source>Show the &amp;steps</source>
        <translation>Mostrar los pa&amp;sos</translation>
    </message>
    <message>
        <source>from before the interruption</source>
        <translation>de antes de la interrupción</translation>
    </message>
    <message>
        <source>after {steps}</source>
        <translation>tras el paso {steps}</translation>
    </message>
    <message>
        <source>only if {steps} fails</source>
        <translation>solo si falla el paso {steps}</translation>
    </message>
    <message>
        <source>after {steps}, even if that fails</source>
        <translation>tras el paso {steps}, aunque falle</translation>
    </message>
    <message>
        <source>asks you first</source>
        <translation>le pregunta antes</translation>
    </message>
    <message>
        <source>until it says “{words}”</source>
        <translation>hasta que diga «{words}»</translation>
    </message>
    <message>
        <source>done {count} times</source>
        <translation>hecho {count} veces</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Cuándo</translation>
    </message>
</context>
<context>
    <name>Sync</name>
    <message>
        <source>The conversation service did not have “{title}” any more. It was made anew there, with what you write from now on.</source>
        <translation>El servicio de conversaciones ya no tenía «{title}». Se creó de nuevo allí, con lo que escriba desde ahora.</translation>
    </message>
    <message>
        <source>The conversation service has lost what was said lately. It got it again from this desk.</source>
        <translation>El servicio de conversaciones perdió lo dicho últimamente. Este escritorio se lo ha vuelto a enviar.</translation>
    </message>
    <message>
        <source>Another desk renamed the conversation first: it is called “{theirs}”. Your name “{mine}” was not kept.</source>
        <translation>Otro escritorio cambió antes el nombre de la conversación: se llama «{theirs}». Su nombre «{mine}» no se ha conservado.</translation>
    </message>
    <message>
        <source>Another desk changed “{title}” first: “{theirs}” holds. Your change to “{mine}” was not kept.</source>
        <translation>Otro escritorio cambió antes «{title}»: vale «{theirs}». Su cambio a «{mine}» no se ha conservado.</translation>
    </message>
    <message>
        <source>Use my name</source>
        <translation>Usar mi nombre</translation>
    </message>
    <message>
        <source>“{title}” was deleted on another desk.</source>
        <translation>«{title}» se eliminó en otro escritorio.</translation>
    </message>
    <message>
        <source>“{title}” was erased for good at the conversation service. What you wrote since is kept, in a conversation of the same name.</source>
        <translation>«{title}» se borró definitivamente en el servicio de conversaciones. Lo que escribió después se conserva en una conversación del mismo nombre.</translation>
    </message>
    <message>
        <source>“{title}” was erased for good at the conversation service, and so here.</source>
        <translation>«{title}» se borró definitivamente en el servicio de conversaciones, y también aquí.</translation>
    </message>
    <message>
        <source>The conversation service does not take a change of what is remembered: {why} It holds on this desk only.</source>
        <translation>El servicio de conversaciones no acepta un cambio en lo recordado: {why} Solo vale en este escritorio.</translation>
    </message>
    <message>
        <source>The conversation service does not take what changed in “{title}”: {why} It is kept on this desk only.</source>
        <translation>El servicio de conversaciones no acepta lo que cambió en «{title}»: {why} Se conserva solo en este escritorio.</translation>
    </message>
    <message>
        <source>A conversation</source>
        <translation>Una conversación</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>Recuperarla</translation>
    </message>
</context>
<context>
    <name>SyncSign</name>
    <message>
        <source>Not synced: the conversation service does not accept this desk&apos;s token.</source>
        <translation>Sin sincronizar: el servicio de conversaciones no acepta el token de este escritorio.</translation>
    </message>
    <message>
        <source>Offline, will sync: your messages are kept here and sent later.</source>
        <translation>Sin conexión, se sincronizará: sus mensajes se guardan aquí y se envían más tarde.</translation>
    </message>
    <message>
        <source>Offline, will sync: what other desks say is shown later.</source>
        <translation>Sin conexión, se sincronizará: lo que se diga en otros equipos se mostrará más tarde.</translation>
    </message>
    <message>
        <source>Ask whoever runs the service for a new one, then run “balance-desk conversations connect”. Until then your conversations are kept here.</source>
        <translation>Pida uno nuevo a quien administra el servicio y ejecute «balance-desk conversations connect». Hasta entonces sus conversaciones se guardan aquí.</translation>
    </message>
</context>
<context>
    <name>TagDialog</name>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>balance, patch 5.0</source>
        <translation>equilibrio, parche 5.0</translation>
    </message>
    <message>
        <source>&amp;New tags, with commas between them</source>
        <translation>Etiquetas &amp;nuevas, separadas por comas</translation>
    </message>
    <message>
        <source>New tags, with commas between them</source>
        <translation>Etiquetas nuevas, separadas por comas</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>TaskListDialog</name>
    <message>
        <source>More tasks</source>
        <translation>Más tareas</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>Cancel the task</source>
        <translation>Cancelar la tarea</translation>
    </message>
    <message>
        <source>Ask by hand…</source>
        <translation>Preguntar a mano…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>The agent is asked…</source>
        <translation>Preguntando al agente…</translation>
    </message>
    <message>
        <source>Tasks: {count}, and more</source>
        <translation>Tareas: {count}, y más</translation>
    </message>
    <message>
        <source>Tasks: {count}</source>
        <translation>Tareas: {count}</translation>
    </message>
    <message>
        <source>Tasks of {agent}</source>
        <translation>Tareas de {agent}</translation>
    </message>
    <message>
        <source>In any state</source>
        <translation>En cualquier estado</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Of this conversation only</source>
        <translation>Solo de esta conversación</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tareas</translation>
    </message>
    <message>
        <source>What the agent says of the task</source>
        <translation>Lo que el agente dice de la tarea</translation>
    </message>
    <message>
        <source>Enter on a task shows what the agent says of it.</source>
        <translation>Intro sobre una tarea muestra lo que el agente dice de ella.</translation>
    </message>
</context>
<context>
    <name>TourBar</name>
    <message>
        <source>Tour</source>
        <translation>Recorrido</translation>
    </message>
    <message>
        <source>Step {step} of {steps}</source>
        <translation>Paso {step} de {steps}</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminar</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Siguiente</translation>
    </message>
    <message>
        <source>Skip (Esc)</source>
        <translation>Saltar (Esc)</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Pregunte</translation>
    </message>
    <message>
        <source>Write a question below in your own words, or press one of the examples.</source>
        <translation>Escriba abajo una pregunta con sus propias palabras o pulse uno de los ejemplos.</translation>
    </message>
    <message>
        <source>Choose an answer</source>
        <translation>Elija una respuesta</translation>
    </message>
    <message>
        <source>When something is missing, the agent asks back right here: press an answer, or its number on the keyboard.</source>
        <translation>Cuando falta algo, el agente pregunta aquí mismo: pulse una respuesta o su número en el teclado.</translation>
    </message>
    <message>
        <source>See how it was computed</source>
        <translation>Vea cómo se calculó</translation>
    </message>
    <message>
        <source>Press “How was this computed” under an answer: it shows the query, the count and the source of the numbers.</source>
        <translation>Pulse «Cómo se ha calculado» bajo una respuesta: muestra la consulta, el recuento y el origen de las cifras.</translation>
    </message>
</context>
<context>
    <name>Travel</name>
    <message>
        <source>Asked</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Result: {name}</source>
        <translation>Resultado: {name}</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>table</source>
        <translation>tabla</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>gráfico</translation>
    </message>
    <message>
        <source>query</source>
        <translation>consulta</translation>
    </message>
    <message>
        <source>what was understood</source>
        <translation>lo que se entendió</translation>
    </message>
    <message>
        <source>what the data holds</source>
        <translation>lo que hay en los datos</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>cifras</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>plan</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>pasos</translation>
    </message>
    <message>
        <source>who was asked</source>
        <translation>a quién se preguntó</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>Conexión perdida</translation>
    </message>
    <message>
        <source>Found again</source>
        <translation>Recuperada</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Respondida</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Reemplazado</translation>
    </message>
    <message>
        <source>On the board</source>
        <translation>En el tablero</translation>
    </message>
    <message>
        <source>Off the board</source>
        <translation>Fuera del tablero</translation>
    </message>
</context>
<context>
    <name>TravelBar</name>
    <message>
        <source>Event before</source>
        <translation>Suceso anterior</translation>
    </message>
    <message>
        <source>Event after</source>
        <translation>Suceso siguiente</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Reproducir</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Moment of the conversation</source>
        <translation>Momento de la conversación</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>Volver al presente</translation>
    </message>
</context>
<context>
    <name>TwoLineDelegate</name>
    <message>
        <source>Title of the conversation</source>
        <translation>Título de la conversación</translation>
    </message>
</context>
<context>
    <name>UpdateDialog</name>
    <message>
        <source>Updates</source>
        <translation>Actualizaciones</translation>
    </message>
    <message>
        <source>You have version {version}.</source>
        <translation>Tiene la versión {version}.</translation>
    </message>
    <message>
        <source>Balance Desk never looks for newer versions by itself, and tells nobody that you use it. The web page names the newest one.</source>
        <translation>Balance Desk nunca busca versiones nuevas por sí solo ni dice a nadie que lo usa. La página web nombra la más reciente.</translation>
    </message>
    <message>
        <source>An update keeps your conversations; before it changes their database it makes a copy.</source>
        <translation>Una actualización conserva sus conversaciones; antes de cambiar su base de datos hace una copia.</translation>
    </message>
    <message>
        <source>Open {page}</source>
        <translation>Abrir {page}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>The command that updates this copy</source>
        <translation>La orden que actualiza esta copia</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>This copy came as a folder: download the new archive there, and put its folder in the place of this one.</source>
        <translation>Esta copia vino como carpeta: descargue allí el archivo nuevo y ponga su carpeta en el lugar de esta.</translation>
    </message>
    <message>
        <source>This copy came as a Flatpak: your software centre or this updates it.</source>
        <translation>Esta copia vino como Flatpak: la actualiza su centro de software, o esto.</translation>
    </message>
    <message>
        <source>This copy runs from its source: this updates it.</source>
        <translation>Esta copia se ejecuta desde su código: esto la actualiza.</translation>
    </message>
    <message>
        <source>This copy came as a Python package: this updates it.</source>
        <translation>Esta copia vino como paquete de Python: esto la actualiza.</translation>
    </message>
</context>
<context>
    <name>Usage</name>
    <message>
        <source>Tokens: {count}</source>
        <translation>Tokens: {count}</translation>
    </message>
    <message>
        <source>Tokens: {read} read, {written} written</source>
        <translation>Tokens: {read} leídos, {written} escritos</translation>
    </message>
</context>
<context>
    <name>Workbook</name>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Origen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Rows in the file</source>
        <translation>Filas del archivo</translation>
    </message>
    <message>
        <source>Rows of the result</source>
        <translation>Filas del resultado</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
</context>
<context>
    <name>_Card</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este aviso</translation>
    </message>
</context>
<context>
    <name>DateGroups</name>
    <message numerus="yes">
        <source>Needs you (%n)</source>
        <translation>
            <numerusform>Le espera (%n)</numerusform>
            <numerusform>Le esperan (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fijadas</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>Esta semana</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>Este mes</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{month} de {year}</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>id</source>
        <translation>identificador</translation>
    </message>
    <message>
        <source>group</source>
        <translation>grupo</translation>
    </message>
    <message>
        <source>number</source>
        <translation>número</translation>
    </message>
    <message>
        <source>time</source>
        <translation>fecha</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>duración</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>sí o no</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>other</source>
        <translation>otro</translation>
    </message>
    <message>
        <source>year</source>
        <translation>año</translation>
    </message>
    <message>
        <source>quarter</source>
        <translation>trimestre</translation>
    </message>
    <message>
        <source>month</source>
        <translation>mes</translation>
    </message>
    <message>
        <source>week</source>
        <translation>semana</translation>
    </message>
    <message>
        <source>day</source>
        <translation>día</translation>
    </message>
    <message>
        <source>added up</source>
        <translation>se suma</translation>
    </message>
    <message>
        <source>averaged</source>
        <translation>se promedia</translation>
    </message>
    <message>
        <source>neither added nor averaged</source>
        <translation>ni se suma ni se promedia</translation>
    </message>
    <message>
        <source>the time of a row</source>
        <translation>la fecha de la fila</translation>
    </message>
    <message>
        <source>the name of a row</source>
        <translation>el nombre de la fila</translation>
    </message>
    <message>
        <source>nothing special</source>
        <translation>nada especial</translation>
    </message>
    <message>
        <source>called “{name}”</source>
        <translation>se llama «{name}»</translation>
    </message>
    <message>
        <source>also {words}</source>
        <translation>también {words}</translation>
    </message>
    <message>
        <source>Column “{name}”: {what}</source>
        <translation>Columna «{name}»: {what}</translation>
    </message>
</context>
<context>
    <name>ColumnDialog</name>
    <message>
        <source>Correct a column</source>
        <translation>Corregir una columna</translation>
    </message>
    <message>
        <source>With commas between them</source>
        <translation>Separadas por comas</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>&amp;Also called</source>
        <translation>También &amp;llamada</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>&amp;Tipo</translation>
    </message>
    <message>
        <source>&amp;Over several rows</source>
        <translation>En &amp;varias filas</translation>
    </message>
    <message>
        <source>In the &amp;table</source>
        <translation>En la t&amp;abla</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>StatementDialog</name>
    <message>
        <source>Edit and run the query</source>
        <translation>Editar y ejecutar la consulta</translation>
    </message>
    <message>
        <source>It runs read-only: one SELECT over the tables of this data. The result says that it is your own; nothing of its meaning is checked.</source>
        <translation>Se ejecuta en modo de solo lectura: un SELECT sobre las tablas de estos datos. El resultado dice que es suyo; no se comprueba nada de lo que significa.</translation>
    </message>
    <message>
        <source>Query (SQL)</source>
        <translation>Consulta (SQL)</translation>
    </message>
    <message>
        <source>Ctrl+Enter runs it</source>
        <translation>Ctrl+Intro la ejecuta</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ejecutar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Restore the query</source>
        <translation>Restaurar la consulta</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>it tells something else than before</source>
        <translation>dice otra cosa que antes</translation>
    </message>
    <message>
        <source>rows that are new: {count}</source>
        <translation>filas nuevas: {count}</translation>
    </message>
    <message>
        <source>rows that are gone: {count}</source>
        <translation>filas que ya no están: {count}</translation>
    </message>
    <message>
        <source>the column {column} is new</source>
        <translation>la columna {column} es nueva</translation>
    </message>
    <message>
        <source>the column {column} is gone</source>
        <translation>la columna {column} ya no está</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>nada cambió</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>{count} más</translation>
    </message>
    <message>
        <source>{row} is gone</source>
        <translation>{row} ya no está</translation>
    </message>
    <message>
        <source>{row} is new</source>
        <translation>{row} es nuevo</translation>
    </message>
    <message>
        <source>Asking anew: {at} of {all}</source>
        <translation>Preguntando de nuevo: {at} de {all}</translation>
    </message>
    <message>
        <source>Not answered anew, and as it was: {questions}</source>
        <translation>Sin respuesta nueva, queda como estaba: {questions}</translation>
    </message>
    <message>
        <source>Changed: {what}</source>
        <translation>Cambió: {what}</translation>
    </message>
</context>
<context>
    <name>BoardWindow</name>
    <message>
        <source>Nothing is pinned yet: press “Pin to the board” under an answer, then “Pin for all conversations”.</source>
        <translation>Todavía no hay nada fijado: pulse «Fijar en el tablero» debajo de una respuesta y después «Fijar para todas las conversaciones».</translation>
    </message>
    <message>
        <source>Which board</source>
        <translation>Qué tablero</translation>
    </message>
    <message>
        <source>Board: {title}</source>
        <translation>Tablero: {title}</translation>
    </message>
    <message>
        <source>Board of all conversations</source>
        <translation>Tablero de todas las conversaciones</translation>
    </message>
    <message>
        <source>&amp;Ask anew</source>
        <translation>Pregunt&amp;ar de nuevo</translation>
    </message>
    <message>
        <source>&amp;Save as a page…</source>
        <translation>&amp;Guardar como página…</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Tablero</translation>
    </message>
    <message>
        <source>Nothing is pinned yet: press “Pin to the board” under an answer.</source>
        <translation>Todavía no hay nada fijado: pulse «Fijar en el tablero» debajo de una respuesta.</translation>
    </message>
    <message>
        <source>Answers on the board</source>
        <translation>Respuestas del tablero</translation>
    </message>
</context>
<context>
    <name>SideTitle</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Mayús</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Supr</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>QPrintSettingsOutput</name>
    <message>
        <source>Page &amp;Set:</source>
        <translation>Con&amp;junto:</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
</context>
<context>
    <name>Keywords</name>
    <message>
        <source>table spreadsheet CSV Excel database load</source>
        <translation>tabla hoja de cálculo CSV Excel base de datos cargar</translation>
    </message>
    <message>
        <source>table spreadsheet CSV Excel history</source>
        <translation>tabla hoja de cálculo CSV Excel historial</translation>
    </message>
    <message>
        <source>connect server address URL A2A</source>
        <translation>conectar servidor dirección URL A2A</translation>
    </message>
    <message>
        <source>save share download HTML Markdown PDF JSON</source>
        <translation>guardar compartir descargar HTML Markdown PDF JSON</translation>
    </message>
    <message>
        <source>load restore backup</source>
        <translation>cargar restaurar copia</translation>
    </message>
    <message>
        <source>paper PDF</source>
        <translation>papel PDF</translation>
    </message>
    <message>
        <source>link URL</source>
        <translation>enlace URL</translation>
    </message>
    <message>
        <source>find conversations history</source>
        <translation>encontrar conversaciones historial</translation>
    </message>
    <message>
        <source>upload enclose</source>
        <translation>subir adjuntar</translation>
    </message>
    <message>
        <source>settings options configure</source>
        <translation>ajustes opciones configurar</translation>
    </message>
    <message>
        <source>columns fields profile schema table</source>
        <translation>columnas campos perfil esquema tabla</translation>
    </message>
    <message>
        <source>dashboard pinned results</source>
        <translation>panel fijados resultados</translation>
    </message>
    <message>
        <source>events history audit</source>
        <translation>eventos historial auditoría</translation>
    </message>
    <message>
        <source>remember context</source>
        <translation>recordar contexto</translation>
    </message>
    <message>
        <source>history replay earlier</source>
        <translation>historial repetir antes</translation>
    </message>
    <message>
        <source>protocol frames wire JSON debug</source>
        <translation>protocolo tramas red JSON depurar</translation>
    </message>
    <message>
        <source>colours appearance day</source>
        <translation>colores aspecto día</translation>
    </message>
    <message>
        <source>colours appearance night</source>
        <translation>colores aspecto noche</translation>
    </message>
    <message>
        <source>animation</source>
        <translation>animación</translation>
    </message>
    <message>
        <source>larger bigger text size font</source>
        <translation>más grande ampliar tamaño texto letra</translation>
    </message>
    <message>
        <source>smaller text size font</source>
        <translation>más pequeño reducir tamaño texto letra</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>etiquetas</translation>
    </message>
    <message>
        <source>hide put away</source>
        <translation>ocultar apartar</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>quitar borrar</translation>
    </message>
    <message>
        <source>cancel abort</source>
        <translation>cancelar interrumpir</translation>
    </message>
    <message>
        <source>again repeat</source>
        <translation>otra vez repetir</translation>
    </message>
    <message>
        <source>difference versus</source>
        <translation>diferencia frente</translation>
    </message>
    <message>
        <source>manual guide documentation</source>
        <translation>manual guía documentación</translation>
    </message>
    <message>
        <source>keys hotkeys</source>
        <translation>teclas atajos</translation>
    </message>
    <message>
        <source>bug error feedback</source>
        <translation>fallo error comentario</translation>
    </message>
    <message>
        <source>version upgrade</source>
        <translation>versión actualizar</translation>
    </message>
    <message>
        <source>version licence</source>
        <translation>versión licencia</translation>
    </message>
    <message>
        <source>SQL query source</source>
        <translation>SQL consulta fuente</translation>
    </message>
    <message>
        <source>SQL query change</source>
        <translation>SQL consulta cambiar</translation>
    </message>
    <message>
        <source>chart image clipboard</source>
        <translation>gráfico imagen portapapeles</translation>
    </message>
    <message>
        <source>chart image download</source>
        <translation>gráfico imagen descargar</translation>
    </message>
    <message>
        <source>rows clipboard</source>
        <translation>filas portapapeles</translation>
    </message>
    <message>
        <source>Excel spreadsheet download</source>
        <translation>Excel hoja de cálculo descargar</translation>
    </message>
    <message>
        <source>dashboard keep</source>
        <translation>panel conservar</translation>
    </message>
    <message>
        <source>filter group condition</source>
        <translation>filtro grupo condición</translation>
    </message>
    <message>
        <source>share export file HTML download</source>
        <translation>compartir exportar archivo descargar</translation>
    </message>
    <message>
        <source>follow up question</source>
        <translation>pregunta seguir</translation>
    </message>
</context>
</TS>
